"""For those who write lessons: new folders, schemas, pages on rules and files."""
