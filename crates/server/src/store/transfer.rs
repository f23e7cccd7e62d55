//! Everything that is stored as lines of JSON, and back; docs/operations.md describes them.

use super::StoreError;
use super::check::{Findings, Judge, check};
use super::database::Database;
use super::rows::{self, GameRow};
use super::sql::{self, Connection, OptionalExtension, params};
use crate::config::Stored;
use crate::domain::{PlayerId, passwords, two_factor};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{BufRead, Read, Write};

/// The version of the format.
const FORMAT: u32 = 1;

/// The longest line in bytes; the moves of the longest game take less.
const LONGEST: u64 = 4 << 20;

/// A line. Times are milliseconds since 1970.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Export(Header),
    Player(Player),
    Account(Account),
    TwoFactor(TwoFactor),
    Session(Session),
    Definition(Definition),
    Game(Box<GameRow>),
    Moves(Moves),
    Block(Block),
    Report(Report),
    Published(Published),
    FormerName(FormerName),
    Seek(Seek),
    Plan(Plan),
    Note(Note),
    Chat(Chat),
    Tournament(Tournament),
    Entry(Entry),
    Meeting(Meeting),
    Study(Study),
    StudyMember(StudyMember),
    Chapter(Box<Chapter>),
    ChapterEdit(ChapterEdit),
    Rating(Rating),
    Rated(Rated),
    Vacation(Vacation),
    Mail(Mail),
    Device(Device),
    Webhook(Webhook),
    Audit(Audit),
    End(End),
}

/// The first line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    /// Whose data alone it is; `null`: everything.
    player: Option<String>,
    /// When a server was last known to run; clocks go on from there.
    heartbeat: Option<i64>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Player {
    id: String,
    name: String,
    created: i64,
    /// Since when the account is banned.
    barred: Option<i64>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Account {
    name: String,
    player: String,
    /// The hash; not in what a player gets.
    password: Option<String>,
    created: i64,
}

/// That an account asks for codes besides its password.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TwoFactor {
    player: String,
    /// The secret, and the hashes of recovery codes; not in what a player gets.
    secret: Option<String>,
    recovery: Option<String>,
    used: i64,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Session {
    /// The hash; not in what a player gets.
    token: Option<String>,
    player: String,
    created: i64,
    used: i64,
    /// If it is a token for programs: its name, and what they may do, as words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scopes: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    id: String,
    text: String,
    created: i64,
    used: i64,
}

/// The moves of the game of the line before: each its text, and when it was stored.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Moves {
    game: String,
    moves: Vec<(String, i64)>,
    /// What the clocks showed after each move, White's first; without it nothing is known of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<Option<[i64; 2]>>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Block {
    id: String,
    player: String,
    blocked: String,
    created: i64,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Report {
    id: String,
    reporter: String,
    player: String,
    game: String,
    reason: String,
    text: String,
    created: i64,
}

/// A definition that somebody has published.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Published {
    definition: String,
    player: String,
    /// What the gallery shows of it, as the text of a JSON object.
    summary: String,
    created: i64,
    updated: i64,
    /// Since when an administrator has taken it down.
    taken_down: Option<i64>,
    /// Since when it is listed for everybody. An export of an earlier version does not say it: since it was published.
    #[serde(default, deserialize_with = "said")]
    shown: Option<Option<i64>>,
}

/// Distinguishes a field that is `null` from one that is missing.
fn said<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// A name that an account had, by what it looks like.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FormerName {
    skeleton: String,
    /// Whose it stays for a time; `null`: nobody's.
    player: Option<String>,
}

/// An open seek.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Seek {
    id: String,
    player: String,
    /// Which games, as the text of a JSON object.
    wanted: String,
    side: Option<String>,
    initial_ms: Option<i64>,
    increment_ms: Option<i64>,
    move_ms: Option<i64>,
    created: i64,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    help: bool,
    /// The ratings between which the other player's must be.
    #[serde(default)]
    least: Option<i32>,
    #[serde(default)]
    most: Option<i32>,
    /// Whom alone it is for, if it is a challenge, and why that player has declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challenged: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declined: Option<String>,
}

/// Conditional moves of a player in a game.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    game: String,
    player: String,
    /// Lines of moves, as the text of a JSON array.
    lines: String,
}

/// What a player has noted on a game.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Note {
    game: String,
    player: String,
    text: String,
    updated: i64,
}

/// A message beside a game.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Chat {
    game: String,
    channel: String,
    number: u32,
    player: String,
    text: String,
    at: i64,
}

/// A tournament.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Tournament {
    id: String,
    creator: String,
    title: String,
    /// Its form, its games and its start, as the texts of JSON objects.
    form: String,
    wanted: String,
    start: String,
    initial_ms: Option<i64>,
    increment_ms: Option<i64>,
    move_ms: Option<i64>,
    rated: bool,
    most: u32,
    status: String,
    round: u32,
    created: i64,
    begun: Option<i64>,
    ended: Option<i64>,
}

/// A player of a tournament.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    tournament: String,
    number: u32,
    player: String,
    rating: Option<i32>,
    state: String,
}

/// A pairing of a tournament: the players' numbers, and their game; without one, a bye.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Meeting {
    tournament: String,
    number: u32,
    round: u32,
    white: u32,
    black: Option<u32>,
    game: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Study {
    id: String,
    owner: String,
    title: String,
    visibility: String,
    created: i64,
    changed: i64,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct StudyMember {
    study: String,
    player: String,
    role: String,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    study: String,
    number: u32,
    place: u32,
    title: String,
    variant: String,
    /// Options, and moves with what is written about them, as JSON.
    options: String,
    fen: String,
    nodes: String,
    /// How many changes are made in `nodes`, and how many there were.
    folded: u32,
    edits: u32,
}

/// A change of a chapter that is not made in its `nodes` yet, as JSON.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ChapterEdit {
    study: String,
    chapter: u32,
    number: u32,
    change: String,
}

/// How strong a player is in a ladder.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Rating {
    player: String,
    ladder: String,
    points: i32,
    deviation: i32,
    volatility: i32,
    at: i64,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// What a rated game has changed for one side.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Rated {
    game: String,
    side: String,
    number: i64,
    player: String,
    ladder: String,
    score: u8,
    at: i64,
    /// Points, deviation and volatility before the game, and when the rating changed before.
    before: (i32, i32, i32, Option<i64>),
    /// The same after it.
    after: (i32, i32, i32),
}

/// A vacation of a player.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Vacation {
    player: String,
    since: i64,
    until: i64,
}

/// Where a player gets e-mail, and which; in nothing but what the player gets.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Mail {
    player: String,
    address: String,
    /// Since when it is confirmed.
    confirmed: Option<i64>,
    language: String,
    turns: String,
    games: bool,
    deadlines: bool,
}

/// A device that shows notices; in nothing but what the player gets, without its keys.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Device {
    player: String,
    endpoint: String,
    language: String,
    created: i64,
}

/// A site that hears of what happens in an account's games, in a player's own data alone.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Webhook {
    player: String,
    url: String,
    events: String,
    created: i64,
}

/// Something that the administrator has done.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Audit {
    at: i64,
    what: String,
}

/// The last line: how many there are with it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct End {
    lines: u64,
}

/// Writes everything in a database, or everything of a player, given by id or by the name of the account; a server that
/// uses it goes on. Gives the number of lines.
pub(crate) fn export(stored: &Stored, player: Option<&str>, out: &mut impl Write) -> Result<u64, StoreError> {
    let connection = Database::from(stored).connect_current()?;
    let connection = connection.transaction()?;
    let known = |who: &str| {
        let nobody =
            || StoreError::Refused(format!("there is no player with the id `{who}`, nor an account of that name"));
        player_of(&connection, who)?.ok_or_else(nobody)
    };
    let player = player.map(known).transpose()?;
    let heartbeat = match &player {
        Some(_) => None,
        None => connection.query_row("SELECT max(at) FROM heartbeat", [], |row| row.get(0))?,
    };
    let mut lines = Lines { out, count: 0 };
    lines.write(&Line::Export(Header {
        format: FORMAT,
        player: player.as_ref().map(ToString::to_string),
        heartbeat,
    }))?;
    let secret = player.is_none();
    let player = player.as_ref();
    lines.rows(
        &connection,
        "SELECT id, name, created, barred FROM players WHERE (?1 IS NULL OR id = ?1) AND id <> 'deleted' ORDER BY id",
        player,
        |row| {
            let (id, name) = (row.get(0)?, row.get(1)?);
            Ok(Line::Player(Player { id, name, created: row.get(2)?, barred: row.get(3)? }))
        },
    )?;
    let accounts = "SELECT name, player, password, created FROM accounts WHERE ?1 IS NULL OR player = ?1 ORDER BY created, lower(name)";
    lines.rows(&connection, accounts, player, |row| {
        let password = secret.then(|| row.get(2)).transpose()?;
        Ok(Line::Account(Account { name: row.get(0)?, player: row.get(1)?, password, created: row.get(3)? }))
    })?;
    let two_factor =
        "SELECT player, secret, recovery, used FROM two_factor WHERE ?1 IS NULL OR player = ?1 ORDER BY player";
    lines.rows(&connection, two_factor, player, |row| {
        let read = |column| secret.then(|| row.get(column)).transpose();
        let (secret, recovery) = (read(1)?, read(2)?);
        Ok(Line::TwoFactor(TwoFactor { player: row.get(0)?, secret, recovery, used: row.get(3)? }))
    })?;
    let sessions = "SELECT token, player, created, used, name, scopes FROM sessions WHERE ?1 IS NULL OR player = ?1 ORDER BY token";
    lines.rows(&connection, sessions, player, |row| {
        let token = secret.then(|| row.get(0)).transpose()?;
        let (name, scopes) = (row.get(4)?, row.get(5)?);
        Ok(Line::Session(Session { token, player: row.get(1)?, created: row.get(2)?, used: row.get(3)?, name, scopes }))
    })?;
    let definitions = "SELECT id, text, created, used FROM definitions WHERE ?1 IS NULL OR id IN
        (SELECT variant FROM games WHERE white = ?1 OR black = ?1 OR creator = ?1
         UNION SELECT definition FROM published WHERE player = ?1) ORDER BY id";
    lines.rows(&connection, definitions, player, |row| {
        let (id, text) = (row.get(0)?, row.get(1)?);
        Ok(Line::Definition(Definition { id, text, created: row.get(2)?, used: row.get(3)? }))
    })?;
    let mut query = connection.prepare_cached(
        "SELECT * FROM games WHERE ?1 IS NULL OR white = ?1 OR black = ?1 OR creator = ?1 ORDER BY id",
    )?;
    let mut rows = query.query([player])?;
    while let Some(row) = rows.next()? {
        let row = GameRow::read(&row)?;
        let game = row.id.clone();
        let mut query =
            connection.prepare_cached("SELECT text, at, white_ms, black_ms FROM moves WHERE game = ? ORDER BY ply")?;
        let read = |row: &sql::Row<'_>| {
            let clocks: [Option<i64>; 2] = [row.get(2)?, row.get(3)?];
            Ok(((row.get(0)?, row.get(1)?), clocks[0].zip(clocks[1]).map(<[i64; 2]>::from)))
        };
        let made = query.query_map([&game], read)?.collect::<Result<Vec<_>, _>>()?;
        let (moves, mut clocks): (_, Vec<_>) = made.into_iter().unzip();
        if clocks.iter().all(Option::is_none) {
            clocks.clear();
        }
        lines.write(&Line::Game(Box::new(row)))?;
        lines.write(&Line::Moves(Moves { game, moves, clocks }))?;
    }
    others(&mut lines, &connection, player)?;
    let count = lines.count + 1;
    lines.write(&Line::End(End { lines: count }))?;
    lines.out.flush().map_err(StoreError::Stream)?;
    Ok(count)
}

/// What players have to do with each other besides games, what they have published, and what administrators have done.
fn others<W: Write>(
    lines: &mut Lines<'_, W>,
    connection: &Connection,
    player: Option<&PlayerId>,
) -> Result<(), StoreError> {
    let blocks = "SELECT id, player, blocked, created FROM blocks WHERE ?1 IS NULL OR player = ?1 ORDER BY id";
    lines.rows(connection, blocks, player, |row| {
        let (id, player) = (row.get(0)?, row.get(1)?);
        Ok(Line::Block(Block { id, player, blocked: row.get(2)?, created: row.get(3)? }))
    })?;
    let reports = "SELECT id, reporter, player, game, reason, text, created FROM reports
        WHERE ?1 IS NULL OR reporter = ?1 ORDER BY id";
    lines.rows(connection, reports, player, |row| {
        Ok(Line::Report(Report {
            id: row.get(0)?,
            reporter: row.get(1)?,
            player: row.get(2)?,
            game: row.get(3)?,
            reason: row.get(4)?,
            text: row.get(5)?,
            created: row.get(6)?,
        }))
    })?;
    let published = "SELECT definition, player, summary, created, updated, taken_down, shown FROM published
        WHERE ?1 IS NULL OR player = ?1 ORDER BY definition";
    lines.rows(connection, published, player, |row| {
        Ok(Line::Published(Published {
            definition: row.get(0)?,
            player: row.get(1)?,
            summary: row.get(2)?,
            created: row.get(3)?,
            updated: row.get(4)?,
            taken_down: row.get(5)?,
            shown: Some(row.get(6)?),
        }))
    })?;
    let names = "SELECT skeleton, player FROM former_names WHERE ?1 IS NULL OR player = ?1 ORDER BY skeleton";
    lines.rows(connection, names, player, |row| {
        Ok(Line::FormerName(FormerName { skeleton: row.get(0)?, player: row.get(1)? }))
    })?;
    let seeks =
        "SELECT id, player, wanted, side, initial_ms, increment_ms, move_ms, created, rated, least, most, help, challenged, declined
        FROM seeks WHERE ?1 IS NULL OR player = ?1 ORDER BY id";
    lines.rows(connection, seeks, player, |row| {
        Ok(Line::Seek(Seek {
            id: row.get(0)?,
            player: row.get(1)?,
            wanted: row.get(2)?,
            side: row.get(3)?,
            initial_ms: row.get(4)?,
            increment_ms: row.get(5)?,
            move_ms: row.get(6)?,
            created: row.get(7)?,
            rated: row.get(8)?,
            least: row.get(9)?,
            most: row.get(10)?,
            help: row.get(11)?,
            challenged: row.get(12)?,
            declined: row.get(13)?,
        }))
    })?;
    let plans = "SELECT game, player, lines FROM plans WHERE ?1 IS NULL OR player = ?1 ORDER BY game, player";
    lines.rows(connection, plans, player, |row| {
        Ok(Line::Plan(Plan { game: row.get(0)?, player: row.get(1)?, lines: row.get(2)? }))
    })?;
    let notes = "SELECT game, player, text, updated FROM notes WHERE ?1 IS NULL OR player = ?1 ORDER BY game, player";
    lines.rows(connection, notes, player, |row| {
        let (game, player) = (row.get(0)?, row.get(1)?);
        Ok(Line::Note(Note { game, player, text: row.get(2)?, updated: row.get(3)? }))
    })?;
    let chat = "SELECT game, channel, number, player, text, at FROM chat
        WHERE ?1 IS NULL OR player = ?1 ORDER BY game, channel, number";
    lines.rows(connection, chat, player, |row| {
        Ok(Line::Chat(Chat {
            game: row.get(0)?,
            channel: row.get(1)?,
            number: row.get(2)?,
            player: row.get(3)?,
            text: row.get(4)?,
            at: row.get(5)?,
        }))
    })?;
    tournaments(lines, connection, player)?;
    studies(lines, connection, player)?;
    ratings(lines, connection, player)?;
    let vacations = "SELECT player, since, until FROM vacations WHERE ?1 IS NULL OR player = ?1 ORDER BY player, since";
    lines.rows(connection, vacations, player, |row| {
        Ok(Line::Vacation(Vacation { player: row.get(0)?, since: row.get(1)?, until: row.get(2)? }))
    })?;
    let mail =
        "SELECT player, address, confirmed, language, turns, games, deadlines FROM mail_addresses WHERE player = ?1";
    lines.rows(connection, mail, player, |row| {
        Ok(Line::Mail(Mail {
            player: row.get(0)?,
            address: row.get(1)?,
            confirmed: row.get(2)?,
            language: row.get(3)?,
            turns: row.get(4)?,
            games: row.get(5)?,
            deadlines: row.get(6)?,
        }))
    })?;
    let devices = "SELECT player, endpoint, language, created FROM push_devices WHERE player = ?1 ORDER BY created, id";
    lines.rows(connection, devices, player, |row| {
        let (player, endpoint) = (row.get(0)?, row.get(1)?);
        Ok(Line::Device(Device { player, endpoint, language: row.get(2)?, created: row.get(3)? }))
    })?;
    let webhooks = "SELECT player, url, events, created FROM webhooks WHERE player = ?1 ORDER BY created, id";
    lines.rows(connection, webhooks, player, |row| {
        let (player, url) = (row.get(0)?, row.get(1)?);
        Ok(Line::Webhook(Webhook { player, url, events: row.get(2)?, created: row.get(3)? }))
    })?;
    lines.rows(connection, "SELECT at, what FROM audit WHERE ?1 IS NULL ORDER BY id", player, |row| {
        Ok(Line::Audit(Audit { at: row.get(0)?, what: row.get(1)? }))
    })
}

/// Tournaments with those who take part and what was paired; of one player, those that this one has created.
fn tournaments<W: Write>(
    lines: &mut Lines<'_, W>,
    connection: &Connection,
    player: Option<&PlayerId>,
) -> Result<(), StoreError> {
    let tournaments =
        "SELECT id, creator, title, form, wanted, start, initial_ms, increment_ms, move_ms, rated, most, status, round,
            created, begun, ended FROM tournaments WHERE ?1 IS NULL OR creator = ?1 ORDER BY id";
    lines.rows(connection, tournaments, player, |row| {
        Ok(Line::Tournament(Tournament {
            id: row.get(0)?,
            creator: row.get(1)?,
            title: row.get(2)?,
            form: row.get(3)?,
            wanted: row.get(4)?,
            start: row.get(5)?,
            initial_ms: row.get(6)?,
            increment_ms: row.get(7)?,
            move_ms: row.get(8)?,
            rated: row.get(9)?,
            most: row.get(10)?,
            status: row.get(11)?,
            round: row.get(12)?,
            created: row.get(13)?,
            begun: row.get(14)?,
            ended: row.get(15)?,
        }))
    })?;
    let entries = "SELECT tournament, number, player, rating, state FROM entries
        WHERE ?1 IS NULL OR player = ?1 ORDER BY tournament, number";
    lines.rows(connection, entries, player, |row| {
        Ok(Line::Entry(Entry {
            tournament: row.get(0)?,
            number: row.get(1)?,
            player: row.get(2)?,
            rating: row.get(3)?,
            state: row.get(4)?,
        }))
    })?;
    let meetings = "SELECT tournament, number, round, white, black, game FROM meetings
        WHERE ?1 IS NULL OR EXISTS (SELECT 1 FROM entries WHERE entries.tournament = meetings.tournament AND player = ?1
            AND entries.number IN (white, black))
        ORDER BY tournament, number";
    lines.rows(connection, meetings, player, |row| {
        Ok(Line::Meeting(Meeting {
            tournament: row.get(0)?,
            number: row.get(1)?,
            round: row.get(2)?,
            white: row.get(3)?,
            black: row.get(4)?,
            game: row.get(5)?,
        }))
    })
}

/// Studies with their members and chapters; of one player, those that this one owns, and where else the player takes part.
fn studies<W: Write>(
    lines: &mut Lines<'_, W>,
    connection: &Connection,
    player: Option<&PlayerId>,
) -> Result<(), StoreError> {
    let studies =
        "SELECT id, owner, title, visibility, created, changed FROM studies WHERE ?1 IS NULL OR owner = ?1 ORDER BY id";
    lines.rows(connection, studies, player, |row| {
        Ok(Line::Study(Study {
            id: row.get(0)?,
            owner: row.get(1)?,
            title: row.get(2)?,
            visibility: row.get(3)?,
            created: row.get(4)?,
            changed: row.get(5)?,
        }))
    })?;
    let members =
        "SELECT study, player, role FROM study_members WHERE ?1 IS NULL OR player = ?1 ORDER BY study, player";
    lines.rows(connection, members, player, |row| {
        Ok(Line::StudyMember(StudyMember { study: row.get(0)?, player: row.get(1)?, role: row.get(2)? }))
    })?;
    let chapters = "SELECT study, number, place, title, variant, options, fen, nodes, folded, edits FROM chapters
        WHERE ?1 IS NULL OR study IN (SELECT id FROM studies WHERE owner = ?1) ORDER BY study, number";
    lines.rows(connection, chapters, player, |row| {
        Ok(Line::Chapter(Box::new(Chapter {
            study: row.get(0)?,
            number: row.get(1)?,
            place: row.get(2)?,
            title: row.get(3)?,
            variant: row.get(4)?,
            options: row.get(5)?,
            fen: row.get(6)?,
            nodes: row.get(7)?,
            folded: row.get(8)?,
            edits: row.get(9)?,
        })))
    })?;
    let edits = "SELECT study, chapter, number, change FROM chapter_edits
        WHERE ?1 IS NULL OR study IN (SELECT id FROM studies WHERE owner = ?1) ORDER BY study, chapter, number";
    lines.rows(connection, edits, player, |row| {
        Ok(Line::ChapterEdit(ChapterEdit {
            study: row.get(0)?,
            chapter: row.get(1)?,
            number: row.get(2)?,
            change: row.get(3)?,
        }))
    })
}

/// How strong players are, and what each rated game has changed of it.
fn ratings<W: Write>(
    lines: &mut Lines<'_, W>,
    connection: &Connection,
    player: Option<&PlayerId>,
) -> Result<(), StoreError> {
    let ratings = "SELECT player, ladder, points, deviation, volatility, at, won, drawn, lost FROM ratings
        WHERE ?1 IS NULL OR player = ?1 ORDER BY player, ladder";
    lines.rows(connection, ratings, player, |row| {
        Ok(Line::Rating(Rating {
            player: row.get(0)?,
            ladder: row.get(1)?,
            points: row.get(2)?,
            deviation: row.get(3)?,
            volatility: row.get(4)?,
            at: row.get(5)?,
            won: row.get(6)?,
            drawn: row.get(7)?,
            lost: row.get(8)?,
        }))
    })?;
    let rated =
        "SELECT game, side, number, player, ladder, score, at, points_before, deviation_before, volatility_before,
            at_before, points, deviation, volatility FROM rated
        WHERE ?1 IS NULL OR player = ?1 ORDER BY number, side";
    lines.rows(connection, rated, player, |row| {
        Ok(Line::Rated(Rated {
            game: row.get(0)?,
            side: row.get(1)?,
            number: row.get(2)?,
            player: row.get(3)?,
            ladder: row.get(4)?,
            score: row.get(5)?,
            at: row.get(6)?,
            before: (row.get(7)?, row.get(8)?, row.get(9)?, row.get(10)?),
            after: (row.get(11)?, row.get(12)?, row.get(13)?),
        }))
    })
}

/// The id of a player with an id, or with an account of a name.
pub(super) fn player_of(connection: &Connection, who: &str) -> sql::Result<Option<PlayerId>> {
    connection
        .prepare_cached(
            "SELECT id FROM players WHERE id = ?1 UNION SELECT player FROM accounts WHERE lower(name) = ?2 LIMIT 1",
        )?
        .query_row([who, &who.to_ascii_lowercase()], |row| row.get(0))
        .optional()
}

/// Where lines are written to.
struct Lines<'o, W> {
    out: &'o mut W,
    count: u64,
}

impl<W: Write> Lines<'_, W> {
    fn write(&mut self, line: &Line) -> Result<(), StoreError> {
        self.count += 1;
        let text = serde_json::to_string(line).map_err(|error| StoreError::Stream(error.into()))?;
        writeln!(self.out, "{text}").map_err(StoreError::Stream)
    }

    fn rows(
        &mut self,
        connection: &Connection,
        query: &str,
        player: Option<&PlayerId>,
        line: impl Fn(&sql::Row<'_>) -> sql::Result<Line>,
    ) -> Result<(), StoreError> {
        let mut query = connection.prepare_cached(query)?;
        let mut rows = query.query([player])?;
        while let Some(row) = rows.next()? {
            self.write(&line(&row)?)?;
        }
        Ok(())
    }
}

/// Makes a database of an export, where none is, and checks it; all of it or nothing.
pub(crate) fn import(input: impl BufRead, stored: &Stored, judge: &mut impl Judge) -> Result<Findings, StoreError> {
    let mut found = None;
    Database::from(stored).fill("`spielraum import`", |connection| {
        read(input, connection)?;
        let findings = check(connection, judge)?;
        if let Some(fault) = findings.faults.first() {
            return Err(StoreError::Refused(format!("what it holds is not sound: {fault}")));
        }
        found = Some(findings);
        Ok(())
    })?;
    Ok(found.unwrap_or_default())
}

/// Reads all lines into an empty database.
fn read(mut input: impl BufRead, connection: &Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let (mut text, mut number) = (String::new(), 0);
    let mut last = None;
    loop {
        text.clear();
        number += 1;
        let refused = |why: String| StoreError::Refused(format!("line {number}: {why}"));
        let length = input.by_ref().take(LONGEST).read_line(&mut text).map_err(|error| refused(error.to_string()))?;
        if length == 0 {
            break;
        }
        if length as u64 == LONGEST {
            return Err(refused(format!("it is longer than {} MB", LONGEST >> 20)));
        }
        let line: Line = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
        if matches!(last, Some(Line::End(_))) {
            return Err(refused("the line before is the last one".to_owned()));
        }
        if matches!(line, Line::Export(_)) != last.is_none() {
            return Err(refused("the first line, and no other, is `export`".to_owned()));
        }
        take_up(&transaction, &line, last.as_ref(), number).map_err(|error| refused(error.to_string()))?;
        last = Some(line);
    }
    match last {
        Some(Line::End(_)) => {
            name_accounts(&transaction)?;
            Ok(transaction.commit()?)
        }
        _ => Err(StoreError::Refused("its last line is not `end`: the rest of it is missing".to_owned())),
    }
}

/// Notes what the accounts' names look like. Of those that look alike the oldest alone is protected.
fn name_accounts(connection: &Connection) -> sql::Result<()> {
    let mut query = connection.prepare_cached("SELECT name FROM accounts WHERE skeleton IS NULL ORDER BY created")?;
    let names: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for name in names {
        connection.execute(
            "UPDATE accounts SET skeleton = ?1 WHERE name = ?2
                AND NOT EXISTS (SELECT 1 FROM accounts AS older WHERE older.skeleton = ?1)",
            [crate::domain::names::skeleton(&name), name],
        )?;
    }
    Ok(())
}

/// Stores a line; `last` is the one before.
fn take_up(connection: &Connection, line: &Line, last: Option<&Line>, number: u64) -> Result<(), StoreError> {
    let refused = |why: &str| Err(StoreError::Refused(why.to_owned()));
    let run = |sql, values: &[&dyn sql::ToSql]| -> Result<(), StoreError> {
        connection.prepare_cached(sql)?.execute(values)?;
        Ok(())
    };
    if let (Some(Line::Game(row)), Line::Moves(_)) = (last, line) {
        let Line::Moves(Moves { game, moves, clocks }) = line else { return Ok(()) };
        if *game != row.id {
            return refused("these are the moves of another game than that of the line before");
        }
        if clocks.len() > moves.len() {
            return refused("`clocks` has more entries than there are moves");
        }
        let clocks = clocks.iter().copied().chain(std::iter::repeat(None));
        for ((ply, (text, at)), clocks) in (1_u32..).zip(moves).zip(clocks) {
            run(
                "INSERT INTO moves (game, ply, text, at, white_ms, black_ms) VALUES (?, ?, ?, ?, ?, ?)",
                params![game, ply, text, at, clocks.map(|[white, _]| white), clocks.map(|[_, black]| black)],
            )?;
        }
        return Ok(());
    }
    if let Some(Line::Game(_)) = last {
        return refused("the line after a game has its moves");
    }
    match line {
        Line::Export(Header { format, .. }) if *format != FORMAT => {
            refused(&format!("the format is {format}, and this program knows {FORMAT}; use the program that wrote it"))
        }
        Line::Export(Header { player: Some(_), .. }) => {
            refused("this is what one player has, without secrets and without the other players; import a whole export")
        }
        Line::Export(Header { heartbeat: None, .. }) => Ok(()),
        Line::Export(Header { heartbeat, .. }) => {
            run("INSERT INTO heartbeat (id, at) VALUES (1, ?)", params![heartbeat])
        }
        Line::Player(Player { id, name, created, barred }) => run(
            "INSERT INTO players (id, name, created, barred) VALUES (?, ?, ?, ?)",
            params![id, name, created, barred],
        ),
        Line::Account(Account { name, password: Some(password), .. }) if !passwords::is_affordable(password) => {
            let why = "its password's hash asks for more memory or time than a server may spend on a log-in";
            refused(&format!("account {name}: {why}"))
        }
        Line::Account(Account { name, player, password, created }) => run(
            "INSERT INTO accounts (name, player, password, created) VALUES (?, ?, ?, ?)",
            params![name, player, password, created],
        ),
        Line::TwoFactor(TwoFactor { player, secret: Some(secret), .. }) if !two_factor::is_secret(secret) => {
            refused(&format!("the two-factor codes of {player}: no codes can be made of their secret"))
        }
        Line::TwoFactor(TwoFactor { player, secret, recovery, used }) => run(
            "INSERT INTO two_factor (player, secret, recovery, used) VALUES (?, ?, ?, ?)",
            params![player, secret, recovery, used],
        ),
        Line::Session(Session { token, player, created, used, name, scopes }) => run(
            "INSERT INTO sessions (token, player, created, used, name, scopes) VALUES (?, ?, ?, ?, ?, ?)",
            params![token, player, created, used, name, scopes],
        ),
        Line::Definition(Definition { id, text, created, used }) => run(
            "INSERT INTO definitions (id, text, created, used) VALUES (?, ?, ?, ?)",
            params![id, text, created, used],
        ),
        Line::Game(row) => {
            let row = row.clone().completed();
            rows::insert(connection, &row)?;
            // What was played is counted anew.
            let ended = "INSERT INTO unexplored (game) SELECT id FROM games WHERE id = ? AND status = 'finished'
                AND opponent IN ('friend', 'engine')";
            run(ended, params![row.id])
        }
        Line::Moves(_) => refused("the line before these moves is not their game"),
        Line::Vacation(Vacation { player, since, until }) => {
            run("INSERT INTO vacations (player, since, until) VALUES (?, ?, ?)", params![player, since, until])
        }
        Line::Mail(_) | Line::Device(_) | Line::Webhook(_) => {
            refused("a whole export has no addresses for e-mail, devices and webhooks; remove the line")
        }
        Line::Block(Block { id, player, blocked, created }) => run(
            "INSERT INTO blocks (id, player, blocked, created) VALUES (?, ?, ?, ?)",
            params![id, player, blocked, created],
        ),
        Line::Report(Report { id, reporter, player, game, reason, text, created }) => run(
            "INSERT INTO reports (id, reporter, player, game, reason, text, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![id, reporter, player, game, reason, text, created],
        ),
        Line::Published(Published { definition, player, summary, created, updated, taken_down, shown }) => run(
            "INSERT INTO published (definition, player, summary, created, updated, taken_down, shown)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![definition, player, summary, created, updated, taken_down, shown.unwrap_or(Some(*created))],
        ),
        // The time begins anew.
        Line::FormerName(FormerName { skeleton, player }) => {
            run("INSERT INTO former_names (skeleton, player, since) VALUES (?, ?, 0)", params![skeleton, player])
        }
        Line::Seek(seek) => {
            let Seek { id, player, wanted, side, initial_ms, increment_ms, move_ms, created, .. } = seek;
            let Seek { rated, help, least, most, challenged, declined, .. } = seek;
            run(
                "INSERT INTO seeks (id, player, wanted, side, initial_ms, increment_ms, move_ms, created, rated, help, least,
                    most, challenged, declined, begun) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                params![
                    id, player, wanted, side, initial_ms, increment_ms, move_ms, created, rated, help, least, most,
                    challenged, declined
                ],
            )
        }
        Line::Plan(Plan { game, player, lines }) => {
            run("INSERT INTO plans (game, player, lines) VALUES (?, ?, ?)", params![game, player, lines])
        }
        Line::Note(Note { game, player, text, updated }) => run(
            "INSERT INTO notes (game, player, text, updated) VALUES (?, ?, ?, ?)",
            params![game, player, text, updated],
        ),
        Line::Chat(Chat { game, channel, number, player, text, at }) => run(
            "INSERT INTO chat (game, channel, number, player, text, at) VALUES (?, ?, ?, ?, ?, ?)",
            params![game, channel, number, player, text, at],
        ),
        Line::Tournament(one) => run(
            "INSERT INTO tournaments (id, creator, title, form, wanted, start, initial_ms, increment_ms, move_ms, rated, most, status,
                round, created, begun, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                one.id,
                one.creator,
                one.title,
                one.form,
                one.wanted,
                one.start,
                one.initial_ms,
                one.increment_ms,
                one.move_ms,
                one.rated,
                one.most,
                one.status,
                one.round,
                one.created,
                one.begun,
                one.ended
            ],
        ),
        Line::Entry(Entry { tournament, number, player, rating, state }) => run(
            "INSERT INTO entries (tournament, number, player, rating, state) VALUES (?, ?, ?, ?, ?)",
            params![tournament, number, player, rating, state],
        ),
        Line::Meeting(Meeting { tournament, number, round, white, black, game }) => run(
            "INSERT INTO meetings (tournament, number, round, white, black, game) VALUES (?, ?, ?, ?, ?, ?)",
            params![tournament, number, round, white, black, game],
        ),
        Line::Study(Study { id, owner, title, visibility, created, changed }) => run(
            "INSERT INTO studies (id, owner, title, visibility, created, changed) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, owner, title, visibility, created, changed],
        ),
        Line::StudyMember(StudyMember { study, player, role }) => {
            run("INSERT INTO study_members (study, player, role) VALUES (?, ?, ?)", params![study, player, role])
        }
        Line::Chapter(one) => {
            let Chapter { study, number, place, title, variant, options, fen, nodes, folded, edits } = &**one;
            run(
                "INSERT INTO chapters (study, number, place, title, variant, options, fen, nodes, folded, edits)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![study, number, place, title, variant, options, fen, nodes, folded, edits],
            )
        }
        Line::ChapterEdit(ChapterEdit { study, chapter, number, change }) => run(
            "INSERT INTO chapter_edits (study, chapter, number, change) VALUES (?, ?, ?, ?)",
            params![study, chapter, number, change],
        ),
        Line::Rating(Rating { player, ladder, points, deviation, volatility, at, won, drawn, lost }) => run(
            "INSERT INTO ratings (player, ladder, points, deviation, volatility, at, won, drawn, lost)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![player, ladder, points, deviation, volatility, at, won, drawn, lost],
        ),
        Line::Rated(Rated { game, side, number, player, ladder, score, at, before, after }) => run(
            "INSERT INTO rated (game, side, number, player, ladder, score, at, points_before, deviation_before,
                volatility_before, at_before, points, deviation, volatility)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                game, side, number, player, ladder, score, at, before.0, before.1, before.2, before.3, after.0,
                after.1, after.2
            ],
        ),
        Line::Audit(Audit { at, what }) => run(
            "INSERT INTO audit (id, at, what) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM audit), ?, ?)",
            params![at, what],
        ),
        Line::End(End { lines }) if *lines != number => {
            refused(&format!("there should be {lines} lines: some are missing, or too many"))
        }
        Line::End(_) => Ok(()),
    }
}
