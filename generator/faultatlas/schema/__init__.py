"""The shape of records: pydantic models, without I/O and without knowledge of other records."""
