-- What a rated game counts for: the name of a ladder, with `.sides` if its sides are rated apart; empty: nothing.
ALTER TABLE games ADD COLUMN rated TEXT;

-- Whether the game that is sought is rated, and which ratings the other player may have.
ALTER TABLE seeks ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seeks ADD COLUMN least INTEGER;
ALTER TABLE seeks ADD COLUMN most INTEGER;

-- How strong players are: in each ladder, which is a game with its options, a class of clocks and perhaps a side.
CREATE TABLE ratings (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    -- Hundredths of a point, volatilities millionths.
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    -- When a game last counted.
    at INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (player, ladder)
) WITHOUT ROWID;

CREATE INDEX ratings_by_points ON ratings (ladder, points DESC);

-- What each rated game has changed, a row for each side. A game counts once; `number` says in which order they did.
CREATE TABLE rated (
    game TEXT NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES players (id),
    ladder TEXT NOT NULL,
    -- In halves of a point: 0, 1 or 2.
    score INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- Before the game; `at_before` is empty in a player's first one.
    points_before INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    volatility_before INTEGER NOT NULL,
    at_before INTEGER,
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;

CREATE INDEX rated_in_order ON rated (number);
CREATE INDEX rated_of_player ON rated (player, ladder, number);
