-- A session that is a token for programs has scopes, as words, and a name that its player has given it. Its secret is no cookie.
ALTER TABLE sessions ADD COLUMN scopes TEXT;
ALTER TABLE sessions ADD COLUMN name TEXT;
