-- Challenges: seeks for one player. This text makes the same of a database of SQLite and of PostgreSQL.

-- Who alone may accept a seek; and why that player does not, as a word.
ALTER TABLE seeks ADD COLUMN challenged TEXT REFERENCES players (id) ON DELETE CASCADE;
ALTER TABLE seeks ADD COLUMN declined TEXT;

CREATE INDEX seeks_by_challenged ON seeks (challenged);

-- Notices are of a game or of a challenge: `about` is the id of either.
DROP INDEX notices_of_game;
DROP INDEX notices_due;
ALTER TABLE notices RENAME TO former_notices;

CREATE TABLE notices (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    about TEXT NOT NULL,
    game TEXT REFERENCES games (id) ON DELETE CASCADE,
    seek TEXT REFERENCES seeks (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    way TEXT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (player, about, kind, way)
);

INSERT INTO notices (player, about, game, kind, way, due)
SELECT player, game, game, kind, way, due FROM former_notices;

DROP TABLE former_notices;

CREATE INDEX notices_of_game ON notices (game);
CREATE INDEX notices_of_seek ON notices (seek);
CREATE INDEX notices_due ON notices (way, due);
