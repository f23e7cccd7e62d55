-- Conditional moves: what is played for a player at once if the other side makes certain moves. They go with the move that ends
-- them, in the same transaction.
CREATE TABLE plans (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- Lines of moves from the game's position on, as JSON.
    lines TEXT NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;

CREATE INDEX plans_of_player ON plans (player);

-- What players note on games, for themselves.
CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;

CREATE INDEX notes_of_player ON notes (player);
