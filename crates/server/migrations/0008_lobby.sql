-- The time for each move, in games that have one instead of a time for the whole game.
ALTER TABLE games ADD COLUMN move_ms INTEGER;

-- The side to move, also where no clock runs. Whose turn it is is the rules' business; until a game changes the next
-- time, its sides are taken to have moved in turn.
ALTER TABLE games ADD COLUMN to_move TEXT;
UPDATE games SET to_move = coalesce(running,
    iif((substr(start, instr(start, ' ') + 1, 1) = 'b') = (plies % 2 = 1), 'white', 'black'));

-- The next clocks to fall are found without looking at the others.
DROP INDEX games_running;
CREATE INDEX games_by_fall ON games (running_since + iif(running = 'black', black_ms, white_ms))
    WHERE running_since IS NOT NULL;

-- What players would like to play with anybody. A seek goes in the same transaction in which its game begins.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- Which games, as JSON.
    wanted TEXT NOT NULL,
    -- The side of the player who seeks; empty: either.
    side TEXT,
    initial_ms INTEGER,
    increment_ms INTEGER,
    move_ms INTEGER,
    created INTEGER NOT NULL,
    -- The same by the clock of server_state.
    begun INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX seeks_of_player ON seeks (player);
