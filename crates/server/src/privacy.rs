//! What is stored about people, a sentence for each column of the database; a test holds that none is missing.

use crate::wire::StoredPart;

/// A table: what it is to people, how long its rows are kept, and what each of its columns says. A column with an empty
/// sentence is a number that only holds the others together.
struct Table {
    name: &'static str,
    what: &'static str,
    kept: &'static str,
    columns: &'static [(&'static str, &'static str)],
}

const TABLES: [Table; 39] = [
    Table {
        name: "players",
        what: "You as a player",
        kept: "Until you delete your account. A guest who has not come for 180 days is deleted.",
        columns: &[
            ("id", "A random number that stands for you, and says nothing about you."),
            ("name", "The name that others see: the one you chose, or \"Guest\" with four characters."),
            ("created", "When you first did something here."),
            ("seen", "When you were last here, counted in hours for which the server has run."),
            ("barred", "If the administrator has banned your account: since when."),
        ],
    },
    Table {
        name: "accounts",
        what: "Your account, if you have registered",
        kept: "Until you delete your account.",
        columns: &[
            ("name", "The name with which you log in, which is the one that others see."),
            ("skeleton", "What that name looks like, so that nobody else takes one that looks the same."),
            ("player", ""),
            ("password", "Your password as an Argon2 hash, from which nobody can read it."),
            ("created", "When you registered, which your profile shows."),
        ],
    },
    Table {
        name: "two_factor",
        what: "That your account asks for codes besides your password, if you want that",
        kept: "Until you switch it off or delete your account.",
        columns: &[
            ("player", ""),
            ("secret", "The secret that your app makes codes of."),
            ("used", "The time of the last code that you have given."),
            ("recovery", "Hashes of your recovery codes, from which nobody can read them."),
        ],
    },
    Table {
        name: "sessions",
        what: "Where you are logged in",
        kept: "Until you log out; for an account 60 days after the last visit and a year at most, for a guest 180 days \
               after the last visit.",
        columns: &[
            ("token", "A hash of the secret in your browser's cookie."),
            ("player", ""),
            ("created", "When you logged in, or first played, in this browser."),
            ("used", "When you last came with it."),
            ("begun", "The same as `created`, counted in hours for which the server has run."),
            ("seen", "The same as `used`, counted in hours for which the server has run, by which it ends."),
            ("scopes", "If it is a token for programs: what they may do."),
            ("name", "Of a token what you have called it, of a browser which one it is, such as \"Firefox, Linux\"."),
        ],
    },
    Table {
        name: "games",
        what: "Your games",
        kept: "Games against others for ever: after you delete your account, \"deleted player\" has played them. Games against the \
               engine and on one device until you remove them or delete your account.",
        columns: &[
            ("id", "The game's random number, which is in its link. Anyone with the link can see the game."),
            ("variant", "Which game it is."),
            ("options", "With which options."),
            ("title", "What it is called."),
            ("start", "From which position it began."),
            ("opponent", "Whether it is against a person, the engine or nobody."),
            ("level", "The engine's level."),
            ("white", "Who plays White."),
            ("black", "Who plays Black."),
            ("engine", "Which side the engine plays."),
            ("creator", "Who has begun it."),
            ("initial_ms", "The time that each has."),
            ("increment_ms", "The time that comes with each move."),
            ("move_ms", "The time for each move, if it has one."),
            ("rated", "Whether it changes ratings, and which."),
            ("help", "Whether both players have agreed to get hints and see threats."),
            ("tournament", "The tournament that it belongs to."),
            ("created", "When it was begun."),
            ("status", "Whether it waits, goes on or is over."),
            ("plies", "How many moves were made."),
            ("winner", "Who has won."),
            ("reason", "How it ended."),
            ("result", "The same as a sentence."),
            ("white_ms", "What White's clock shows."),
            ("black_ms", "What Black's clock shows."),
            ("running", "Whose clock runs."),
            ("running_since", "Since when it runs."),
            ("draw_offer", "Who offers a draw."),
            ("takeback_offer", "Who asks to take back."),
            ("rematch_offer", "Who asks for another game."),
            ("berserk", "Which players have halved their clocks, in an arena."),
            ("next", "Which game is the rematch."),
            ("updated", "When it last changed."),
            ("to_move", "Whose turn it is."),
            ("changed", "When a move was last made or taken back, counted in hours for which the server has run."),
        ],
    },
    Table {
        name: "moves",
        what: "The moves of these games",
        kept: "As long as the game.",
        columns: &[
            ("game", ""),
            ("ply", "Which move of the game it is."),
            ("text", "The move."),
            ("at", "When it was made."),
            ("white_ms", "What White's clock showed after it."),
            ("black_ms", "What Black's clock showed after it."),
        ],
    },
    Table {
        name: "openings",
        what: "How often moves were made in openings, and how the games ended, without names",
        kept: "For ever. It says nothing about who has played.",
        columns: &[
            ("position", "A hash of the position, its game and options."),
            ("source", "Whether the games were rated, or against the engine."),
            ("move", "The move."),
            ("white", "How many games White has won."),
            ("drawn", "How many were drawn."),
            ("black", "How many Black has won."),
            ("points", "The ratings of those who made it, added up."),
        ],
    },
    Table {
        name: "opening_games",
        what: "The latest games between people from a position",
        kept: "As long as the game, or until eight later games had the position.",
        columns: &[
            ("position", "A hash of the position, its game and options."),
            ("source", "Whether the game was rated."),
            ("game", "Which game it is."),
            ("move", "The move that was made in it."),
            ("at", "When the game ended."),
        ],
    },
    Table {
        name: "unexplored",
        what: "Games that have ended and are to be counted in these",
        kept: "Until that is done, some seconds.",
        columns: &[("game", "Which game it is.")],
    },
    Table {
        name: "definitions",
        what: "Definitions kept in the workshop",
        kept: "Until 30 days after somebody last asked for it, or as long as there is a game of it or it is published. It is \
               not stored whose it is unless you publish it; don't write a name into it that others must not see.",
        columns: &[
            ("id", "What its text is known by."),
            ("text", "Its text."),
            ("created", "When it was kept."),
            ("used", "When somebody last asked for it."),
            ("asked", "The same, counted in hours for which the server has run, by which it goes."),
        ],
    },
    Table {
        name: "published",
        what: "Games of the workshop that you have published",
        kept: "Until you unpublish them or delete your account. What the administrator has unpublished is kept, so that it does \
               not come back, until you delete your account.",
        columns: &[
            ("definition", "Which definition it is."),
            ("player", "That you have published it, which everybody sees."),
            ("summary", "What its card says: title, inventor, year, one line, and how large it is."),
            ("created", "When you published the game."),
            ("updated", "When you published this version of it."),
            ("taken_down", "If an administrator has taken it down: since when."),
            ("shown", "Since when it is listed for everybody."),
        ],
    },
    Table {
        name: "former_names",
        what: "Names that your account had before",
        kept: "For 90 days, the last three of them: nobody else may take such a name meanwhile. You may take it back. A name that \
               an administrator has removed is kept for as long, without saying whose it was.",
        columns: &[
            ("skeleton", "What the name looks like."),
            ("player", "That it was yours."),
            ("since", "When you changed it, counted in hours for which the server has run."),
        ],
    },
    Table {
        name: "seeks",
        what: "Your open seeks in the lobby",
        kept: "Until somebody accepts it, you withdraw it or delete your account, for 14 days at most; with a clock for the whole \
               game until you have left for a minute.",
        columns: &[
            ("id", "The seek's random number."),
            ("player", "That it is yours: everybody sees your name beside it."),
            ("wanted", "Which games you would like to play."),
            ("side", "Which side you would like to play."),
            ("initial_ms", "The time that each has."),
            ("increment_ms", "The time that comes with each move."),
            ("move_ms", "The time for each move."),
            ("created", "When you created it."),
            ("rated", "Whether the game would be rated."),
            ("help", "Whether both players would get hints and see threats."),
            ("least", "Which rating the other player must have at least."),
            ("most", "And at most."),
            ("challenged", "Whom alone it is for, if it is a challenge."),
            ("declined", "Why that player declines."),
            ("begun", "The same, counted in hours for which the server has run, by which it ends."),
        ],
    },
    Table {
        name: "plans",
        what: "Your conditional moves, which nobody else sees",
        kept: "Until they are played, the other player moves differently, or you remove them.",
        columns: &[
            ("game", "In which game they are."),
            ("player", "That they are yours."),
            ("lines", "The lines you have entered."),
        ],
    },
    Table {
        name: "notes",
        what: "Your notes on games, which nobody else sees",
        kept: "Until you remove the note or delete your account.",
        columns: &[
            ("game", "On which game it is."),
            ("player", "That it is yours."),
            ("text", "What you have written."),
            ("updated", "When you last changed it."),
        ],
    },
    Table {
        name: "chat",
        what: "What you have said beside games",
        kept: "As long as the game, or until you delete your account. What was said between players the two can read, what was said \
               among spectators everybody with the link.",
        columns: &[
            ("game", "Beside which game."),
            ("channel", "To whom: the players or the spectators."),
            ("number", "Which message it was."),
            ("player", "That it was you."),
            ("text", "What you have written."),
            ("at", "When."),
        ],
    },
    Table {
        name: "tournaments",
        what: "Tournaments that you have created",
        kept: "For ever; after you delete your account, \"deleted player\" has created them. One that was called off, for 30 days.",
        columns: &[
            ("id", "The tournament's random number, which is in its link."),
            ("creator", "That you have created it, which everybody sees."),
            ("title", "What you have called it."),
            ("form", "How players are paired, and for how long."),
            ("wanted", "Which games are played."),
            ("start", "When it begins, or with how many players."),
            ("initial_ms", "The time that each has."),
            ("increment_ms", "The time that comes with each move."),
            ("move_ms", "The time for each move."),
            ("rated", "Whether its games are rated."),
            ("most", "How many may take part."),
            ("status", "Whether it is to come, goes on or is over."),
            ("round", "Which round was paired last."),
            ("created", "When you created it."),
            ("begun", "When it began."),
            ("ended", "When it ended."),
        ],
    },
    Table {
        name: "entries",
        what: "Tournaments in which you take part",
        kept: "As long as the tournament: after you delete your account, \"deleted player\" has taken part.",
        columns: &[
            ("tournament", "Which tournament."),
            ("number", "As which of its players, in the order of joining."),
            ("player", "That it is you, which everybody sees."),
            ("rating", "Your rating when you joined, if it is rated and in one game."),
            ("state", "Whether you take part, pause or have withdrawn."),
        ],
    },
    Table {
        name: "meetings",
        what: "Whom you have met in tournaments",
        kept: "As long as the tournament.",
        columns: &[
            ("tournament", "In which tournament."),
            ("number", ""),
            ("round", "In which round."),
            ("white", "Which of its players had White, or a bye."),
            ("black", "Which of its players had Black."),
            ("game", "Which game it was."),
        ],
    },
    Table {
        name: "studies",
        what: "Studies that you have created",
        kept: "Until you delete the study or your account.",
        columns: &[
            ("id", "The study's random number, which is in its link."),
            ("owner", "That it is yours, which everybody sees who sees the study."),
            ("title", "What you have called it."),
            ("visibility", "Whether everybody, everybody with the link or only its members see it."),
            ("created", "When you created it."),
            ("changed", "When it was last changed."),
        ],
    },
    Table {
        name: "study_members",
        what: "Studies of others in which you take part",
        kept: "Until the owner removes you or the study, or you delete your account.",
        columns: &[
            ("study", "Which study."),
            ("player", "That it is you, which everybody sees who sees the study."),
            ("role", "Whether you may change it."),
        ],
    },
    Table {
        name: "chapters",
        what: "The chapters of studies",
        kept: "As long as the study. It is not stored who has written what.",
        columns: &[
            ("study", "Of which study."),
            ("number", ""),
            ("place", "In which order they stand."),
            ("title", "What it is called."),
            ("variant", "Which game it is about."),
            ("options", "With which options."),
            ("fen", "With which position it begins."),
            ("nodes", "Its moves, comments and arrows."),
            ("folded", ""),
            ("edits", "How often it was changed."),
        ],
    },
    Table {
        name: "chapter_edits",
        what: "The latest changes of chapters, until they are taken up in the chapter",
        kept: "As long as the chapter.",
        columns: &[
            ("study", "Of which study."),
            ("chapter", "Of which chapter."),
            ("number", "In which order they were made."),
            ("change", "A move, comment, judgement or arrow that was added, changed or removed."),
        ],
    },
    Table {
        name: "mail_addresses",
        what: "Your address for e-mail, if you have given one",
        kept: "Until you remove it or delete your account. Nobody else sees it, and it goes to nobody but the mail server that the \
               administrator uses.",
        columns: &[
            ("player", "That it is yours."),
            ("address", "The address."),
            ("confirmed", "Since when it is confirmed."),
            ("language", "In which language you get e-mail."),
            ("turns", "Whether you are notified that it is your turn."),
            ("games", "Whether you are notified that games begin and end."),
            ("deadlines", "Whether you are notified that your time runs out."),
            ("unsubscribe", "The secret in each notice by which you unsubscribe without logging in."),
            ("next", "Before which time you get no other notice."),
            ("digest", "Before which time you get none of turns alone, if you get them once a day."),
            ("failed", "How often your mail server has not taken a notice."),
        ],
    },
    Table {
        name: "notices",
        what: "Notices that wait to be sent to you",
        kept: "Until they are sent or you have moved, a week at most.",
        columns: &[
            ("player", "That it is for you."),
            ("about", "Which game or challenge it is about."),
            ("game", ""),
            ("seek", ""),
            ("kind", "What has happened."),
            ("way", "Whether it goes by e-mail or to your devices."),
            ("due", "When."),
        ],
    },
    Table {
        name: "letters",
        what: "Letters with a link that wait to be sent to you",
        kept: "Until they are sent, a day at most.",
        columns: &[
            ("id", ""),
            ("player", "That it is for you."),
            ("kind", "Whether its link confirms an address or lets you choose another password."),
            ("address", "The address to which it goes."),
            ("language", "In which language."),
            ("created", "When it was asked for."),
            ("next", "When it is tried again to send it."),
            ("failed", "How often it could not be sent."),
        ],
    },
    Table {
        name: "mail_links",
        what: "Links that were sent to you",
        kept: "Until you have followed one, an hour or a day at most.",
        columns: &[
            ("token", "A hash of the secret in the link."),
            ("player", "That it was sent to you."),
            ("kind", "Whether it confirms an address or lets you choose another password."),
            ("address", "The address to which it was sent."),
            ("expires", "Until when it is good."),
        ],
    },
    Table {
        name: "push_devices",
        what: "Devices that show you notices",
        kept: "Until you switch them off there, log out there or delete your account. Notices go through the push service of the \
               browser's maker, encrypted: it learns when you get one, and not what it says.",
        columns: &[
            ("id", ""),
            ("player", "That it is yours."),
            ("session", "In which browser you have switched them on."),
            ("endpoint", "Where the push service takes notices for it."),
            ("public", "With which key they are encrypted."),
            ("auth", "The second part of that key."),
            ("language", "In which language."),
            ("created", "Since when."),
            ("next", "Before which time nothing is sent there."),
            ("failed", "How often it could not be reached."),
        ],
    },
    Table {
        name: "webhooks",
        what: "Webhooks: sites that hear of what happens in your games",
        kept: "Until you remove them or delete your account.",
        columns: &[
            ("id", ""),
            ("player", "That it is yours."),
            ("url", "Where the site takes requests."),
            ("secret", "With which requests are signed."),
            ("events", "Of what the site hears."),
            ("created", "Since when."),
            ("number", "How many events there were."),
            ("next", "Before which time nothing is sent there."),
            ("failed", "How often the site has not taken a request."),
            ("tried", "When it was last called."),
            ("status", "How it answered."),
            ("stopped", "Since when it is not called any more."),
        ],
    },
    Table {
        name: "webhook_events",
        what: "What waits to be sent to these sites",
        kept: "Until it has arrived, or was tried eight times in vain.",
        columns: &[
            ("webhook", ""),
            ("number", "Which event it is."),
            ("body", "What is sent: what has happened in which game, against whom."),
        ],
    },
    Table {
        name: "vacations",
        what: "Your vacations, which opponents see while they go on",
        kept: "For a year after their end, or until you delete your account.",
        columns: &[("player", "That it was you."), ("since", "When it began."), ("until", "When it ends, or ended.")],
    },
    Table {
        name: "ratings",
        what: "Your ratings, which everybody sees",
        kept: "Until you delete your account.",
        columns: &[
            ("player", "That they are yours."),
            ("ladder", "In which game, with which options and clocks."),
            ("points", "The rating."),
            ("deviation", "How far it may be off."),
            ("volatility", "How much it goes up and down."),
            ("at", "When a game last changed it."),
            ("won", "How many rated games you have won."),
            ("drawn", "How many were draws."),
            ("lost", "How many you have lost."),
        ],
    },
    Table {
        name: "rated",
        what: "What each of your rated games has changed of your rating",
        kept: "For ever, since the ratings of the others follow from it: after you delete your account, it is that of \"deleted player\".",
        columns: &[
            ("game", "Which game it was."),
            ("side", "Which side you played."),
            ("number", ""),
            ("player", "That it was you."),
            ("ladder", "Which rating it was."),
            ("score", "Whether you have won, drawn or lost."),
            ("at", "When the game ended."),
            ("points_before", "Your rating before the game."),
            ("deviation_before", "How far it could be off."),
            ("volatility_before", "How much it went up and down."),
            ("at_before", "When it had last changed."),
            ("points", "Your rating after the game."),
            ("deviation", "How far it may be off since."),
            ("volatility", "How much it goes up and down since."),
        ],
    },
    Table {
        name: "blocks",
        what: "Blocked players",
        kept: "Until you end it, or one of you is deleted. The other player is not notified.",
        columns: &[
            ("id", ""),
            ("player", "That it is you."),
            ("blocked", "Who the other one is."),
            ("created", "Since when."),
        ],
    },
    Table {
        name: "reports",
        what: "Reports of players about each other",
        kept: "Until the administrator has dealt with it, or one of the two is deleted.",
        columns: &[
            ("id", ""),
            ("reporter", "Who reports it."),
            ("player", "Of whom."),
            ("game", "In which game it was, or which published game."),
            ("reason", "What is wrong."),
            ("text", "What was written about it."),
            ("created", "When."),
        ],
    },
    Table {
        name: "audit",
        what: "What the administrator has done",
        kept: "For ever.",
        columns: &[
            ("id", ""),
            ("at", "When."),
            ("what", "What it was, with the name or random number of the player it was done to."),
        ],
    },
    Table {
        name: "spent",
        what: "How much was stored today from a network, how often somebody published or was the first to play a published game, \
               how often a wrong password was tried, and how much e-mail was sent",
        kept: "A day at most.",
        columns: &[
            ("kind", "Which of these it is."),
            (
                "who",
                "The network (the first three numbers of an address such as 192.0.2.7, or 56 bits of a longer one), the \
                     player's random number, the account's name, alone or with the network that tried its password, or the \
                     random number of a browser or session that tried it.",
            ),
            ("until", "When the entry expires."),
        ],
    },
    Table {
        name: "",
        what: "A second cookie",
        kept: "The server stores nothing of it. When you log in, your browser gets a signed cookie with your random number and one of \
               its own. By it the browser may try your password though others have tried it too often. It lasts 400 days, or \
               until you remove it.",
        columns: &[],
    },
    Table {
        name: "",
        what: "Addresses of computers",
        kept: "Addresses of computers are not stored in the database. The server's log may have a line for each request, with the network it \
               came from; the administrator decides for how long.",
        columns: &[],
    },
];

/// Tables that say nothing about anybody: when the server was last known to run, and whether it does.
#[cfg(test)]
const IMPERSONAL: [&str; 3] = ["heartbeat", "server_keys", "server_state"];

/// What is stored, and for how long.
pub(crate) fn told() -> Vec<StoredPart> {
    let part = |table: &Table| StoredPart {
        table: table.name.to_owned(),
        what: table.what.to_owned(),
        stored: table.columns.iter().map(|(_, says)| (*says).to_owned()).filter(|says| !says.is_empty()).collect(),
        kept: table.kept.to_owned(),
    };
    TABLES.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_column_is_described() {
        let folder = tempfile::TempDir::new().unwrap();
        let database = crate::store::tests::empty(&folder.path().join("new"));
        let mut query = database
            .prepare(
                "SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
                 WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
            )
            .unwrap();
        let stored: BTreeSet<(String, String)> =
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
        let impersonal = |(table, _): &(String, String)| IMPERSONAL.contains(&&**table);
        let stored: BTreeSet<_> = stored.into_iter().filter(|column| !impersonal(column)).collect();
        let owned = |table: &Table| {
            let name = table.name;
            table.columns.iter().map(move |(column, _)| (name.to_owned(), (*column).to_owned())).collect::<Vec<_>>()
        };
        let described: BTreeSet<_> = TABLES.iter().flat_map(owned).collect();
        assert_eq!(stored, described);
    }
}
