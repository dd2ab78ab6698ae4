"""Schemas: text and JSON to domain values, and back."""
