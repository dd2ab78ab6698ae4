"""Results that others report: who took which place in an event, without its rounds and seats."""
