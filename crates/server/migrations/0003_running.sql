-- Whose clock runs. Who is to move is the rules' business; until now the sides have taken turns.
ALTER TABLE games ADD COLUMN running TEXT;
UPDATE games SET running = iif((substr(start, instr(start, ' ') + 1, 1) = 'b') = (plies % 2 = 1), 'white', 'black')
    WHERE running_since IS NOT NULL;
