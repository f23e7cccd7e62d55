-- What only SQLite understands is said in words that PostgreSQL knows, too.
DROP INDEX games_by_fall;
CREATE INDEX games_by_fall ON games (running_since + CASE running WHEN 'black' THEN black_ms ELSE white_ms END)
    WHERE running_since IS NOT NULL;
DROP INDEX games_of_definition;
CREATE INDEX games_of_definition ON games (variant) WHERE substr(variant, 1, 2) = 'w-';

-- Accounts are found by their names, upper and lower case being the same.
CREATE UNIQUE INDEX accounts_by_lower_name ON accounts (lower(name));
