//! The row of a game, as the database has it, and the record that it stands for.

use super::sql::{self, Connection, Row, params};
use crate::domain::{GameId, PlayerId, Record, Terms, TournamentId, first_to_move};
use crate::time::{duration, milliseconds, point};
use serde::{Deserialize, Serialize};
use spielraum_play::{Clocks, Ending, Offers, Opponent, Pairing, Progress, Seat, Shown, Status, TimeControl};
use spielraum_rules::{ByColor, Color};

/// A row of the table `games`. Sides, states and opponents are words, times milliseconds.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameRow {
    pub id: String,
    pub variant: String,
    pub options: String,
    pub title: String,
    pub start: String,
    pub opponent: String,
    pub level: Option<u8>,
    /// The engine's side.
    pub engine: Option<String>,
    pub creator: String,
    pub initial_ms: Option<i64>,
    pub increment_ms: Option<i64>,
    /// Instead of these two, the time for each move.
    pub move_ms: Option<i64>,
    /// What it counts for, if it is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<String>,
    /// Whether two people have agreed that they get help.
    #[serde(default)]
    pub help: bool,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    pub white: Option<String>,
    pub black: Option<String>,
    pub status: String,
    pub plies: u32,
    pub winner: Option<String>,
    pub reason: Option<String>,
    pub result: Option<String>,
    pub white_ms: Option<i64>,
    pub black_ms: Option<i64>,
    /// Whose clock runs, and since when.
    pub running: Option<String>,
    pub running_since: Option<i64>,
    pub draw_offer: Option<String>,
    pub takeback_offer: Option<String>,
    pub rematch_offer: Option<String>,
    /// Which sides have halved their clocks, in a game that allows it: none, one or both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub berserk: Option<String>,
    pub next: Option<String>,
    pub created: i64,
    pub updated: i64,
    /// The side to move. Exports leave it out: it follows from the rest.
    #[serde(skip)]
    pub to_move: Option<String>,
    /// By the clock of one database; nothing to others.
    #[serde(skip)]
    pub changed: i64,
}

/// What clocks showed, as two columns have it.
pub(super) fn clock_columns(shown: Option<Shown>) -> [Option<i64>; 2] {
    [Color::White, Color::Black].map(|side| shown.map(|shown| milliseconds(shown[side])))
}

/// What two columns say that clocks showed.
pub(super) fn clocks_shown(white: Option<i64>, black: Option<i64>) -> Option<Shown> {
    Some(ByColor { white: duration(white?), black: duration(black?) })
}

impl GameRow {
    pub fn read(row: &Row<'_>) -> sql::Result<Self> {
        Ok(Self {
            id: row.named("id")?,
            variant: row.named("variant")?,
            options: row.named("options")?,
            title: row.named("title")?,
            start: row.named("start")?,
            opponent: row.named("opponent")?,
            level: row.named("level")?,
            engine: row.named("engine")?,
            creator: row.named("creator")?,
            initial_ms: row.named("initial_ms")?,
            increment_ms: row.named("increment_ms")?,
            move_ms: row.named("move_ms")?,
            rated: row.named("rated")?,
            help: row.named("help")?,
            tournament: row.named("tournament")?,
            white: row.named("white")?,
            black: row.named("black")?,
            status: row.named("status")?,
            plies: row.named("plies")?,
            winner: row.named("winner")?,
            reason: row.named("reason")?,
            result: row.named("result")?,
            white_ms: row.named("white_ms")?,
            black_ms: row.named("black_ms")?,
            running: row.named("running")?,
            running_since: row.named("running_since")?,
            draw_offer: row.named("draw_offer")?,
            takeback_offer: row.named("takeback_offer")?,
            rematch_offer: row.named("rematch_offer")?,
            berserk: row.named("berserk")?,
            next: row.named("next")?,
            created: row.named("created")?,
            updated: row.named("updated")?,
            to_move: row.named("to_move")?,
            changed: row.named("changed")?,
        })
    }

    /// The record that the row stands for.
    pub fn record(self) -> Record {
        let (control, to_move) = (self.control(), self.to_move());
        let progress = Progress {
            open: self.status == status_word(Status::Open),
            clocks: self.clocks(control),
            berserk: berserk_of(&self.berserk),
            offers: Offers {
                draw: color_of(&self.draw_offer),
                takeback: color_of(&self.takeback_offer),
                rematch: color_of(&self.rematch_offer),
            },
            ending: self.ending(),
            rematch: self.next.is_some(),
            ..Progress::default()
        };
        Record {
            id: GameId::stored(&self.id),
            pairing: Pairing {
                opponent: self.opponent(),
                seats: ByColor::new(|color| self.seat(color)),
                control,
                options: serde_json::from_str(&self.options).unwrap_or_default(),
                variant: self.variant,
                title: self.title,
                start: self.start,
            },
            rated: self.rated.as_deref().and_then(Terms::parse),
            help: self.help,
            tournament: self.tournament.as_deref().map(TournamentId::stored),
            progress,
            creator: PlayerId::stored(&self.creator),
            next: self.next.as_deref().map(GameId::stored),
            plies: self.plies,
            to_move,
            created: self.created,
            updated: self.updated,
            changed: self.changed,
        }
    }

    /// Whether the program would write the row as it stands. What was said at the end may be in the words of an earlier release.
    pub fn is_well_formed(&self) -> bool {
        let mut written = Self::from(&self.clone().record());
        written.result.clone_from(&self.result);
        written == *self
    }

    fn opponent(&self) -> Opponent {
        match (&*self.opponent, self.level) {
            ("engine", Some(level)) => Opponent::Engine { level },
            ("self", _) => Opponent::OneScreen,
            _ => Opponent::Friend,
        }
    }

    fn seat(&self, side: Color) -> Seat<PlayerId> {
        let player = if side == Color::White { &self.white } else { &self.black };
        match (player, color_of(&self.engine), self.level) {
            (Some(player), ..) => Seat::Person(PlayerId::stored(player)),
            (None, Some(engine), Some(level)) if engine == side => Seat::Engine(level),
            _ => Seat::Free,
        }
    }

    /// The side to move; where that is not stored, sides have moved in turn.
    fn to_move(&self) -> Color {
        let first = first_to_move(&self.start);
        let in_turn = if self.plies.is_multiple_of(2) { first } else { !first };
        color_of(&self.to_move).or(color_of(&self.running)).unwrap_or(in_turn)
    }

    /// The row of an export with what that leaves out.
    pub fn completed(self: Box<Self>) -> Self {
        let to_move = word(Some(self.to_move()));
        Self { to_move, ..*self }
    }

    fn control(&self) -> Option<TimeControl> {
        control([self.initial_ms, self.increment_ms, self.move_ms])
    }

    fn clocks(&self, control: Option<TimeControl>) -> Option<Clocks> {
        let left = ByColor { white: duration(self.white_ms?), black: duration(self.black_ms?) };
        let running = color_of(&self.running).zip(self.running_since.map(point));
        let berserk = berserk_of(&self.berserk).unwrap_or_default();
        let halved = control.and_then(TimeControl::berserk);
        let each = ByColor::new(|side| if berserk[side] { halved.or(control) } else { control });
        Some(Clocks::restored(each, left, running))
    }

    fn ending(&self) -> Option<Ending> {
        if self.status != status_word(Status::Finished) {
            return None;
        }
        let (code, text) = (self.reason.clone().unwrap_or_default(), self.result.clone().unwrap_or_default());
        let winner = color_of(&self.winner);
        Some(Ending::Recorded { winner, code, text })
    }
}

/// A time control, as three columns have it: for the game, with each move, for each move.
pub(super) fn control([initial, increment, each]: [Option<i64>; 3]) -> Option<TimeControl> {
    match (each, initial, increment) {
        (Some(each), ..) => Some(TimeControl::PerMove(duration(each))),
        (None, Some(initial), Some(increment)) => {
            Some(TimeControl::Fischer { initial: duration(initial), increment: duration(increment) })
        }
        _ => None,
    }
}

/// The columns of a time control.
pub(super) fn control_columns(control: Option<TimeControl>) -> [Option<i64>; 3] {
    match control {
        Some(TimeControl::Fischer { initial, increment }) => {
            [Some(milliseconds(initial)), Some(milliseconds(increment)), None]
        }
        Some(TimeControl::PerMove(each)) => [None, None, Some(milliseconds(each))],
        None => [None; 3],
    }
}

impl From<&Record> for GameRow {
    fn from(record: &Record) -> Self {
        let person = |side| record.pairing.person(side).map(ToString::to_string);
        let (opponent, level) = match record.pairing.opponent {
            Opponent::Engine { level } => ("engine", Some(level)),
            Opponent::Friend => ("friend", None),
            Opponent::OneScreen => ("self", None),
        };
        let engine = Color::BOTH.into_iter().find(|&color| record.pairing.engine(color).is_some());
        let Progress { clocks, berserk, offers, ending, sides, .. } = &record.progress;
        let left = |color| clocks.as_ref().map(|clocks: &Clocks| milliseconds(clocks.stopped_at(color)));
        let running = clocks.as_ref().and_then(Clocks::running);
        let [initial_ms, increment_ms, move_ms] = control_columns(record.pairing.control);
        Self {
            id: record.id.to_string(),
            variant: record.pairing.variant.clone(),
            options: serde_json::to_string(&record.pairing.options).unwrap_or_default(),
            title: record.pairing.title.clone(),
            start: record.pairing.start.clone(),
            opponent: opponent.to_owned(),
            level,
            engine: word(engine),
            creator: record.creator.to_string(),
            initial_ms,
            increment_ms,
            move_ms,
            rated: record.rated.as_ref().map(ToString::to_string),
            help: record.help,
            tournament: record.tournament.as_ref().map(ToString::to_string),
            white: person(Color::White),
            black: person(Color::Black),
            status: status_word(record.status()).to_owned(),
            plies: record.plies,
            winner: word(ending.as_ref().and_then(Ending::winner)),
            reason: ending.as_ref().map(|ending| ending.code().to_owned()),
            result: ending.as_ref().map(|ending| ending.said(*sides)),
            white_ms: left(Color::White),
            black_ms: left(Color::Black),
            running: word(running.map(|(side, _)| side)),
            running_since: running.map(|(_, since)| milliseconds(since)),
            draw_offer: word(offers.draw),
            takeback_offer: word(offers.takeback),
            rematch_offer: word(offers.rematch),
            berserk: berserk.map(|berserk| berserk_word(berserk).to_owned()),
            next: record.next.as_ref().map(ToString::to_string),
            created: record.created,
            updated: record.updated,
            to_move: word(Some(record.to_move)),
            changed: record.changed,
        }
    }
}

/// What stands for a status.
pub(super) fn status_word(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Finished => "finished",
    }
}

pub(super) fn word(color: Option<Color>) -> Option<String> {
    color.map(|color| color.name().to_owned())
}

pub(super) fn color_of(word: &Option<String>) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| word.as_deref() == Some(color.name()))
}

/// What stands for the sides that have halved their clocks.
pub(super) fn berserk_word(berserk: ByColor<bool>) -> &'static str {
    match (berserk.white, berserk.black) {
        (false, false) => "none",
        (true, false) => "white",
        (false, true) => "black",
        (true, true) => "both",
    }
}

/// The sides that have halved their clocks, by the word for them.
pub(super) fn berserk_of(word: &Option<String>) -> Option<ByColor<bool>> {
    const BOTH: [bool; 2] = [false, true];
    let all = BOTH.into_iter().flat_map(|white| BOTH.map(|black| ByColor { white, black }));
    all.into_iter().find(|berserk| word.as_deref() == Some(berserk_word(*berserk)))
}

pub(super) fn insert(connection: &Connection, row: &GameRow) -> sql::Result<()> {
    let mut query = connection.prepare_cached(
        "INSERT INTO games (id, variant, options, title, start, opponent, level, engine, creator, initial_ms, increment_ms,
            move_ms, rated, help, tournament, created, status, plies, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0)",
    )?;
    query.execute(params![
        row.id,
        row.variant,
        row.options,
        row.title,
        row.start,
        row.opponent,
        row.level,
        row.engine,
        row.creator,
        row.initial_ms,
        row.increment_ms,
        row.move_ms,
        row.rated,
        row.help,
        row.tournament,
        row.created,
    ])?;
    update(connection, row)
}

/// Stores what changes while a game is played.
pub(super) fn update(connection: &Connection, row: &GameRow) -> sql::Result<()> {
    let mut query = connection.prepare_cached(
        "UPDATE games SET white = ?, black = ?, status = ?, plies = ?, winner = ?, reason = ?, result = ?, white_ms = ?,
            black_ms = ?, running = ?, running_since = ?, draw_offer = ?, takeback_offer = ?, rematch_offer = ?, berserk = ?,
            next = ?, updated = ?, to_move = ?, changed = ? WHERE id = ?",
    )?;
    query.execute(params![
        row.white,
        row.black,
        row.status,
        row.plies,
        row.winner,
        row.reason,
        row.result,
        row.white_ms,
        row.black_ms,
        row.running,
        row.running_since,
        row.draw_offer,
        row.takeback_offer,
        row.rematch_offer,
        row.berserk,
        row.next,
        row.updated,
        row.to_move,
        row.changed,
        row.id,
    ])?;
    Ok(())
}
