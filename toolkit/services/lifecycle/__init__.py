"""The life of whole events: made, listed, copied, rehearsed, exported, and their people forgotten."""
