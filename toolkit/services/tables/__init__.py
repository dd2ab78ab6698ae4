"""Tables that follow a real game: made, opened by link, played, timed, and their result sent to a tournament."""
