"""The Archon workbook: what people type (`model`), the file with its formulas (`writing`), and back (`reading`)."""
