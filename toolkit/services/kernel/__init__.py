"""The kernel of all use cases: the context, the unit of work, roles, links and what lies in the data folder."""
