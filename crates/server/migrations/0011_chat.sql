-- What is said beside games: between the players, and among those who look on. `number` counts in each channel of a game.
CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, channel, number)
) WITHOUT ROWID;

CREATE INDEX chat_of_player ON chat (player);
