"""The base of all pages: access, security, languages, errors and the stores."""
