-- Which sides have halved their clocks. This text makes the same of a database of SQLite and of PostgreSQL.

-- none, white, black or both; empty in a game that does not allow it.
ALTER TABLE games ADD COLUMN berserk TEXT;
