//! What is written, one thing each, and how.

mod mail;
mod openings;
mod people;
mod ratings;
mod seeks;
mod shelf;
mod studies;
mod tournaments;
mod vacations;
mod webhooks;

use super::lived::LIVED;
use super::rows::{self, GameRow};
use super::sql::{self, Connection, OptionalExtension, params};
use crate::domain::chat::Message;
use crate::domain::opening::Explored;
use crate::domain::two_factor::{Proof, TwoFactor};
use crate::domain::{
    Choices, Decline, DefinitionId, Device, EntryState, GameId, Language, LinkId, LinkKind, Met, PlayerId, Record,
    Scope, Seek, SeekId, SessionId, Tournament, TournamentId, names,
};
use people::{forget, rename, report};
pub(super) use ratings::rating;
pub(super) use shelf::told;
use shelf::{publish, unpublish};
use spielraum_play::{Plan, Shown};
pub(crate) use studies::StudyWrite;
pub(super) use vacations::{current as vacation, left as vacation_left};
pub(crate) use webhooks::HookWrite;

pub(super) const DAY: i64 = 24 * 60 * 60 * 1000;

/// Within how many milliseconds it is noted that somebody was here.
pub(crate) const NOTED: i64 = 10 * 60 * 1000;

/// Definitions that no game needs are kept for so long after they were last asked for, in milliseconds for which servers
/// have run, as all that follows.
const DEFINITIONS: i64 = 30 * DAY;

/// How long a session of somebody without an account lives without being used. It has no other end: with it all of
/// the guest's games would be lost.
const GUEST: i64 = 180 * DAY;

/// How long a session of an account lives without being used, and in all.
const IDLE: i64 = 60 * DAY;
pub(crate) const WHOLE: i64 = 365 * DAY;

/// The stored side of [`Record::hand_over`], for all games of a player. The player who began a game sits in it.
pub(super) const HAND_OVER: &str = "UPDATE games SET white = CASE white WHEN ?1 THEN ?2 ELSE white END,
        black = CASE black WHEN ?1 THEN ?2 ELSE black END, creator = CASE creator WHEN ?1 THEN ?2 ELSE creator END,
        opponent = CASE WHEN opponent = 'friend' AND ?1 IN (white, black) AND ?2 IN (white, black) THEN 'self'
            ELSE opponent END
     WHERE white = ?1 OR black = ?1";

/// For so long nobody else takes a name that an account had, in milliseconds.
const FORMER: i64 = 90 * DAY;

/// Nobody waits longer for somebody who accepts a seek, in milliseconds for which servers have run.
const SEEKS: i64 = 14 * DAY;

/// For so long a tournament that was called off can be looked at, in milliseconds.
const CANCELLED: i64 = 30 * DAY;

/// The title of games whose definition was taken down.
pub(super) const TAKEN_DOWN: &str = "A game that was taken down";

/// The title of a tournament whose creator was barred.
const REMOVED_TITLE: &str = "A tournament";

/// What must still be so at the moment of writing.
#[derive(Clone, Debug)]
pub(crate) enum Requirement {
    /// A session lives: it was not ended since the request began.
    Session { token: SessionId },
    /// A player's password has this hash: it was not changed since it was verified.
    Password { player: PlayerId, hash: String },
    /// A published definition was not taken down.
    NotTakenDown { definition: DefinitionId },
    /// A player is not barred.
    NotBarred { player: PlayerId },
    /// A link in a letter can still be followed.
    Link { link: LinkId, kind: LinkKind },
}

/// How much of something somebody may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Games that a player has begun and that are not over.
    Games { player: PlayerId, most: usize },
    /// Games that a player has published, with those that were taken down.
    Published { player: PlayerId, most: usize },
    /// Seeks of a player.
    Seeks { player: PlayerId, most: usize },
    /// Tokens of a player.
    Tokens { player: PlayerId, most: usize },
    /// Webhooks of a player.
    Webhooks { player: PlayerId, most: usize },
    /// Challenges that wait for a player's answer.
    Challenges { player: PlayerId, most: usize },
    /// Seeks of all players.
    Lobby { most: usize },
    /// Tournaments of a player that are not over.
    Tournaments { player: PlayerId, most: usize },
    /// Those of all players.
    AllTournaments { most: usize },
    /// Tournaments that are not over in which a player takes part.
    Entered { player: PlayerId, most: usize },
    /// Studies of a player.
    Studies { player: PlayerId, most: usize },
    /// Those of all players.
    AllStudies { most: usize },
    /// Players of a tournament.
    Entries { tournament: TournamentId, most: usize },
}

impl Limit {
    /// The refusal when it is reached.
    pub fn message(&self) -> String {
        match self {
            Self::Games { most, .. } => {
                format!("You have {most} games that are not over. Finish or remove some before you begin another.")
            }
            Self::Published { most, .. } => {
                format!("You have published {most} games. Unpublish one before you publish another.")
            }
            Self::Seeks { most, .. } => {
                format!("You have {most} open seeks. Withdraw one before you create another.")
            }
            Self::Challenges { most, .. } => {
                format!(
                    "This player has not answered {most} challenges yet. Try again later, or challenge somebody else."
                )
            }
            Self::Webhooks { most, .. } => {
                format!("You have {most} webhooks. Remove one before you add another.")
            }
            Self::Tokens { most, .. } => {
                format!("You have {most} tokens. Revoke one before you make another.")
            }
            Self::Lobby { most } => {
                format!("The lobby is full: there are {most} open seeks. Accept one, or try again later.")
            }
            Self::Tournaments { most, .. } => {
                format!(
                    "You have {most} tournaments that are not over. Wait until one is, or call one off that has not begun."
                )
            }
            Self::AllTournaments { most } => {
                format!(
                    "There are {most} tournaments that are not over, which is all that this server holds. Join one of them."
                )
            }
            Self::Entered { most, .. } => {
                format!("You take part in {most} tournaments. Withdraw from one before you join another.")
            }
            Self::Studies { most, .. } => {
                format!("You have {most} studies. Delete one before you create another, or add chapters to one.")
            }
            Self::AllStudies { most } => {
                format!("There are {most} studies, which is all that this server holds. Contact the administrator.")
            }
            Self::Entries { most, .. } => format!("This tournament is full: {most} players have joined."),
        }
    }

    /// Whether there is no room for another one.
    pub(super) fn is_reached(&self, connection: &Connection) -> sql::Result<bool> {
        let (query, player, most) = match self {
            Self::Games { player, most } => {
                ("SELECT count(*) FROM games WHERE creator = ? AND status <> 'finished'", Some(player), most)
            }
            Self::Published { player, most } => ("SELECT count(*) FROM published WHERE player = ?", Some(player), most),
            Self::Seeks { player, most } => ("SELECT count(*) FROM seeks WHERE player = ?", Some(player), most),
            Self::Challenges { player, most } => {
                ("SELECT count(*) FROM seeks WHERE challenged = ? AND declined IS NULL", Some(player), most)
            }
            Self::Tokens { player, most } => {
                ("SELECT count(*) FROM sessions WHERE player = ? AND scopes IS NOT NULL", Some(player), most)
            }
            Self::Webhooks { player, most } => ("SELECT count(*) FROM webhooks WHERE player = ?", Some(player), most),
            Self::Lobby { most } => ("SELECT count(*) FROM seeks WHERE ? IS NULL", None, most),
            Self::Tournaments { player, most } => (
                "SELECT count(*) FROM tournaments WHERE creator = ? AND status IN ('upcoming', 'running')",
                Some(player),
                most,
            ),
            Self::AllTournaments { most } => {
                ("SELECT count(*) FROM tournaments WHERE ? IS NULL AND status IN ('upcoming', 'running')", None, most)
            }
            Self::Entered { player, most } => (
                "SELECT count(*) FROM entries JOIN tournaments ON id = tournament
                 WHERE player = ? AND state <> 'withdrawn' AND status IN ('upcoming', 'running')",
                Some(player),
                most,
            ),
            Self::Studies { player, most } => ("SELECT count(*) FROM studies WHERE owner = ?", Some(player), most),
            Self::AllStudies { most } => ("SELECT count(*) FROM studies WHERE ? IS NULL", None, most),
            Self::Entries { tournament, most } => {
                let query = "SELECT count(*) FROM entries WHERE tournament = ?";
                let count: i64 = connection.prepare_cached(query)?.query_row([tournament], |row| row.get(0))?;
                return Ok(count >= *most as i64);
            }
        };
        let count: i64 = connection.prepare_cached(query)?.query_row([player], |row| row.get(0))?;
        Ok(count >= *most as i64)
    }
}

/// One thing to be written.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// If this is not so, nothing is written of what is asked for together with it.
    Requires(Requirement),
    /// Refuses all that is to be written with it if somebody has as much of something as one may have.
    Within(Limit),
    NewPlayer {
        id: PlayerId,
        name: String,
    },
    /// Another name for a player; an account logs in with it from now on.
    Rename {
        id: PlayerId,
        name: String,
    },
    /// An administrator gives a player a guest's name; the one so far is nobody's for a time.
    RemoveName {
        id: PlayerId,
        name: String,
    },
    NewAccount {
        name: String,
        player: PlayerId,
        password: String,
    },
    Password {
        player: PlayerId,
        password: String,
    },
    /// An account asks for codes besides its password from now on; refused if it does already.
    TwoFactor {
        player: PlayerId,
        codes: TwoFactor,
    },
    /// An account has other recovery codes, by their hashes.
    RecoveryCodes {
        player: PlayerId,
        hashes: String,
    },
    /// An account asks for no codes any more.
    NoTwoFactor {
        player: PlayerId,
    },
    /// The owner of an account has given a code, which is used up; refused if it was used meanwhile.
    Prove {
        player: PlayerId,
        proof: Proof,
    },
    NewSession {
        token: SessionId,
        player: PlayerId,
        /// The browser, as far as it is known.
        device: Option<String>,
    },
    /// A session that is a token for programs.
    NewToken {
        token: SessionId,
        player: PlayerId,
        name: String,
        scopes: Vec<Scope>,
    },
    SessionUsed {
        token: SessionId,
    },
    /// A player is here.
    Seen {
        player: PlayerId,
    },
    EndSession {
        token: SessionId,
    },
    /// Logs a player out everywhere.
    EndSessions {
        player: PlayerId,
    },
    /// One player's games become another's.
    HandOver {
        from: PlayerId,
        to: PlayerId,
    },
    /// A player goes for good, with all that is theirs alone; what others have a part in has no name any more.
    Forget {
        player: PlayerId,
    },
    Block {
        id: String,
        player: PlayerId,
        blocked: PlayerId,
    },
    Unblock {
        id: String,
        player: PlayerId,
    },
    Report {
        id: String,
        reporter: PlayerId,
        player: PlayerId,
        game: String,
        reason: String,
        text: String,
    },
    /// Bans an account.
    Bar {
        player: PlayerId,
    },
    Unbar {
        player: PlayerId,
    },
    /// Reports are dealt with.
    Dismiss {
        ids: Vec<String>,
    },
    /// A definition goes with its games.
    RemoveDefinition {
        id: DefinitionId,
    },
    /// A definition is published, in the place of another one of the same player if there is one.
    Publish {
        definition: DefinitionId,
        player: PlayerId,
        /// What the gallery shows of it, as JSON.
        summary: String,
        replaces: Option<DefinitionId>,
    },
    /// A player unpublishes one of their definitions.
    Unpublish {
        definition: DefinitionId,
        player: PlayerId,
    },
    /// Unpublishes a definition for the administrator.
    TakeDown {
        definition: DefinitionId,
    },
    PutBack {
        definition: DefinitionId,
    },
    /// Somebody plays a published game; if it is the first one besides its publisher, the shelf shows it from now on.
    Played {
        definition: DefinitionId,
        player: PlayerId,
    },
    /// An administrator has the shelf show a published game.
    Approve {
        definition: DefinitionId,
    },
    /// What is used up of a rate limit, and until when.
    Spent {
        kind: &'static str,
        who: String,
        until: i64,
    },
    /// Something that the administrator does.
    Audit {
        what: String,
    },
    NewDefinition {
        id: DefinitionId,
        text: String,
    },
    DefinitionUsed {
        id: DefinitionId,
    },
    /// A player would like to play something.
    NewSeek(Box<Seek>),
    /// An open seek of a player ends because its game begins, or it is withdrawn; if it is no longer open, or another's, nothing
    /// is written of what is asked for with it.
    TakeSeek {
        id: SeekId,
        player: PlayerId,
    },
    /// A player declines a challenge; refused if it is not open any more.
    DeclineSeek {
        id: SeekId,
        player: PlayerId,
        reason: Decline,
    },
    /// Those of a player end for which both players have to be there: one of them was accepted.
    EndLiveSeeks {
        player: PlayerId,
    },
    /// A seek ends whose player has gone.
    EndSeek {
        id: SeekId,
    },
    NewTournament(Box<Tournament>),
    /// How far a tournament has come.
    Tournament(Box<Tournament>),
    /// A tournament begins or is called off; refused if it was before.
    LeaveUpcoming(Box<Tournament>),
    /// A player joins a tournament, unless that was done already; refused if it is not open to that any more.
    Enter {
        tournament: TournamentId,
        player: PlayerId,
        rating: Option<i32>,
    },
    /// A player of a tournament pauses or leaves it.
    EntryState {
        tournament: TournamentId,
        player: PlayerId,
        state: EntryState,
    },
    /// Two players of a tournament are paired, or one has a bye; refused if one of them has left or pauses.
    Meet {
        tournament: TournamentId,
        met: Met,
    },
    NewGame(Box<Record>),
    /// What has changed about a game.
    Game(Box<Record>),
    /// What a game that has ended says about openings.
    Explored(Box<Explored>),
    Move {
        game: GameId,
        ply: u32,
        text: String,
        /// What the clocks show after it, if there are any.
        clocks: Option<Shown>,
    },
    /// The running clock of a game was set going later than was stored: its owner has heard of it only then.
    ClockSince {
        game: GameId,
        stored: i64,
        since: i64,
    },
    /// The moves from a ply on were taken back.
    Undo {
        game: GameId,
        ply: u32,
    },
    /// A player has these conditional moves in a game, or none any more.
    Plan {
        game: GameId,
        player: PlayerId,
        plan: Option<Plan>,
    },
    /// A player's own note on a game; empty: there is none.
    Note {
        game: GameId,
        player: PlayerId,
        text: String,
    },
    /// Something is said beside a game.
    Said {
        game: GameId,
        message: Message,
    },
    RemoveGame {
        id: GameId,
    },
    /// An account has an address, which is to be confirmed.
    MailAddress {
        player: PlayerId,
        address: String,
        language: Language,
        /// The secret by which one wants no more notices.
        unsubscribe: String,
    },
    /// An account has no address any more.
    NoMailAddress {
        player: PlayerId,
    },
    /// Somebody has followed the link to confirm an address.
    ConfirmAddress {
        link: LinkId,
    },
    /// A player gets these notices, in this language.
    MailChoices {
        player: PlayerId,
        choices: Choices,
        language: Language,
    },
    /// The reader of a notice with this secret wants no more of them.
    Unsubscribe {
        secret: String,
    },
    /// A letter with a link is to be sent, unless one of the kind waits already.
    NewLetter {
        id: String,
        player: PlayerId,
        kind: LinkKind,
        address: String,
        language: Language,
    },
    /// A letter is being sent with this link; it is tried again at `next` unless it went. Refused if another server sends it.
    SendLetter {
        id: String,
        link: LinkId,
        expires: i64,
        next: i64,
    },
    /// A letter was not sent, and is tried again.
    LetterLater {
        id: String,
        next: i64,
    },
    /// A letter went, or is given up.
    EndLetter {
        id: String,
    },
    /// All links of a kind that were sent to the owner of one are used up.
    EndLinks {
        player: PlayerId,
        kind: LinkKind,
    },
    /// Notices are being sent; they are tried again at `next` unless they went. Refused if another server sends them.
    SendNotices {
        player: PlayerId,
        next: i64,
    },
    /// Notices were not sent, and are tried again.
    NoticesLater {
        player: PlayerId,
        next: i64,
    },
    /// Notices from before a time have gone; the next go at `next`, and those of turns alone at `digest` if they go once a day.
    NoticesSent {
        player: PlayerId,
        before: i64,
        next: i64,
        digest: i64,
    },
    /// The server of an address does not take notices: they are given up, and after several times so is the address.
    NoticesRefused {
        player: PlayerId,
        before: i64,
        next: i64,
    },
    /// A device of a player shows notices, as long as a session lives.
    AddDevice {
        player: PlayerId,
        session: SessionId,
        device: Box<Device>,
    },
    RemoveDevice {
        id: String,
    },
    /// Notices from before a time were sent to a player's devices.
    Pushed {
        player: PlayerId,
        before: i64,
    },
    /// A device could not be reached; after many times it is removed.
    DeviceFailed {
        id: String,
        next: i64,
    },
    DeviceReached {
        id: String,
    },
    /// Something of a webhook.
    Webhook(HookWrite),
    /// A player is on vacation from now on, for a number of milliseconds; refused if that is so already, or none are left.
    Vacation {
        player: PlayerId,
        lasts: i64,
    },
    /// A player is back.
    EndVacation {
        player: PlayerId,
    },
    Study(Box<StudyWrite>),
    /// A secret that all servers on the database share, unless there is one.
    ServerKey {
        name: &'static str,
        key: String,
    },
    Heartbeat,
    /// Sessions that have expired, definitions that nobody needs, guests who left nothing behind.
    RemoveUnused,
}

impl Write {
    /// The game that is stored with it.
    pub(super) fn game(&self) -> Option<&Record> {
        match self {
            Self::NewGame(record) | Self::Game(record) => Some(record),
            _ => None,
        }
    }

    /// Whether it begins something new, which waits while the disk is nearly full.
    pub(super) fn begins(&self) -> bool {
        matches!(
            self,
            Self::NewPlayer { .. }
                | Self::NewAccount { .. }
                | Self::NewDefinition { .. }
                | Self::NewGame(_)
                | Self::NewSeek(_)
                | Self::NewTournament(_)
                | Self::Enter { .. }
                | Self::NewToken { .. }
                | Self::Note { .. }
                | Self::Said { .. }
                | Self::Publish { .. }
                | Self::Block { .. }
                | Self::Report { .. }
                | Self::MailAddress { .. }
                | Self::NewLetter { .. }
                | Self::AddDevice { .. }
        ) || matches!(self, Self::Study(write) if write.grows())
            || matches!(self, Self::Webhook(write) if write.grows())
    }

    /// Whether seeks end or look different by it, besides what the lobby itself asks for.
    pub(super) fn concerns_seeks(&self) -> bool {
        matches!(
            self,
            Self::HandOver { .. }
                | Self::Forget { .. }
                | Self::Bar { .. }
                | Self::Rename { .. }
                | Self::RemoveName { .. }
                | Self::NewAccount { .. }
                | Self::Publish { .. }
                | Self::Unpublish { .. }
                | Self::TakeDown { .. }
                | Self::RemoveDefinition { .. }
                | Self::RemoveUnused
        )
    }
}

/// Why a request is not written as things stand.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// Somebody has as much of something as one may have.
    TooMany(Limit),
    /// The session has ended or the password was changed since the request began, or the player was barred.
    SessionOver,
    /// A name was another account's until lately.
    Taken,
    /// The published version to be replaced is not there any more.
    Replaced,
    /// An administrator has taken the definition down with which something was to begin.
    TakenDown,
    /// A seek was accepted or withdrawn meanwhile.
    SeekGone,
    /// Nobody joins a tournament any more.
    TournamentClosed,
    /// A study or chapter is not there any more, or is not what was changed.
    StudyChanged,
    /// A link in a letter was used, or is too old.
    LinkOver,
    /// Somebody is on vacation already, or has not so much left.
    NoVacation,
    /// Another server is sending it.
    BeingSent,
    /// A two-factor code was used meanwhile.
    CodeUsed,
    /// An account asks for codes already.
    HasTwoFactor,
}

/// Whether what a name looks like (`?1`) is a former name that for so long (`?2`) is another's than a player's (`?3`).
const TAKEN: &str = "EXISTS (SELECT 1 FROM former_names
    WHERE skeleton = ?1 AND since > (SELECT lived FROM server_state) - ?2 AND player IS DISTINCT FROM ?3)";

/// Why a request that has this in it must not be written as things stand, if it must not.
pub(super) fn refusal(connection: &Connection, write: &Write) -> sql::Result<Option<Refusal>> {
    let holds = |sql: &str, values: &[&dyn sql::ToSql]| -> sql::Result<bool> {
        connection.prepare_cached(sql)?.query_row(values, |row| row.get(0))
    };
    let (refused, why) = match write {
        Write::Within(limit) => (limit.is_reached(connection)?, Refusal::TooMany(limit.clone())),
        Write::Requires(Requirement::Session { token }) => {
            let lives = holds("SELECT EXISTS (SELECT 1 FROM sessions WHERE token = ?)", params![token])?;
            (!lives, Refusal::SessionOver)
        }
        Write::Requires(Requirement::Password { player, hash }) => {
            let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE player = ? AND password = ?)";
            (!holds(sql, params![player, hash])?, Refusal::SessionOver)
        }
        Write::Requires(Requirement::Link { link, kind }) => {
            let sql = "SELECT EXISTS (SELECT 1 FROM mail_links WHERE token = ? AND kind = ? AND expires > ?)";
            (!holds(sql, params![link, kind.word(), crate::time::now()])?, Refusal::LinkOver)
        }
        Write::TwoFactor { player, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM two_factor WHERE player = ?)";
            (holds(sql, params![player])?, Refusal::HasTwoFactor)
        }
        Write::Prove { player, proof: Proof::Step(step) } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM two_factor WHERE player = ? AND used < ?)";
            (!holds(sql, params![player, step])?, Refusal::CodeUsed)
        }
        Write::Prove { player, proof: Proof::Recovery(hash) } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM two_factor
                WHERE player = ?1 AND replace(recovery, ?2, '') <> recovery)";
            (!holds(sql, params![player, hash])?, Refusal::CodeUsed)
        }
        Write::SendLetter { id, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM letters WHERE id = ? AND next <= ?)";
            (!holds(sql, params![id, crate::time::now()])?, Refusal::BeingSent)
        }
        Write::SendNotices { player, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM mail_addresses WHERE player = ? AND next <= ?)";
            (!holds(sql, params![player, crate::time::now()])?, Refusal::BeingSent)
        }
        Write::Vacation { player, lasts } => {
            let now = crate::time::now();
            let away = vacations::current(connection, player, now)?.is_some();
            (away || *lasts > vacations::left(connection, player, now)?, Refusal::NoVacation)
        }
        Write::Requires(Requirement::NotTakenDown { definition })
        | Write::NewDefinition { id: definition, .. }
        | Write::Publish { definition, replaces: None, .. } => {
            (is_taken_down(connection, definition)?, Refusal::TakenDown)
        }
        Write::NewGame(record) => match DefinitionId::parse(&record.pairing.variant) {
            Some(definition) => (is_taken_down(connection, &definition)?, Refusal::TakenDown),
            None => return Ok(None),
        },
        Write::LeaveUpcoming(tournament) => {
            let sql = "SELECT EXISTS (SELECT 1 FROM tournaments WHERE id = ? AND status = 'upcoming')";
            (!holds(sql, params![tournament.id])?, Refusal::TournamentClosed)
        }
        Write::Enter { tournament, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM tournaments WHERE id = ?
                AND (status = 'upcoming' OR (status = 'running' AND replace(form, '\"arena\"', '') <> form)))";
            (!holds(sql, params![tournament])?, Refusal::TournamentClosed)
        }
        Write::Meet { tournament, met } => {
            // In a round robin nobody pauses.
            let sql = "SELECT count(*) = ?4 FROM entries JOIN tournaments ON id = tournament
                WHERE tournament = ?1 AND number IN (?2, ?3) AND status = 'running' AND state = 'in'";
            let players = 1 + i64::from(met.black.is_some());
            let [white, black] = [Some(met.white), met.black].map(|entry| entry.map(|entry| entry as i64));
            (!holds(sql, params![tournament, white, black, players])?, Refusal::TournamentClosed)
        }
        Write::Study(write) => match write.requires() {
            Some((sql, (id, chapter, edit))) => (!holds(sql, params![id, chapter, edit])?, Refusal::StudyChanged),
            None => return Ok(None),
        },
        Write::DeclineSeek { id, player, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM seeks WHERE id = ? AND challenged = ? AND declined IS NULL)";
            (!holds(sql, params![id, player])?, Refusal::SeekGone)
        }
        Write::TakeSeek { id, player } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM seeks WHERE id = ? AND player = ?)";
            (!holds(sql, params![id, player])?, Refusal::SeekGone)
        }
        Write::Requires(Requirement::NotBarred { player })
        | Write::NewSession { player, .. }
        | Write::NewToken { player, .. } => {
            let sql = "SELECT EXISTS (SELECT 1 FROM players WHERE id = ? AND barred IS NOT NULL)";
            (holds(sql, params![player])?, Refusal::SessionOver)
        }
        Write::Publish { definition, player, replaces: Some(old), .. } => {
            if is_taken_down(connection, definition)? {
                return Ok(Some(Refusal::TakenDown));
            }
            let sql =
                "SELECT EXISTS (SELECT 1 FROM published WHERE definition = ? AND player = ? AND taken_down IS NULL)";
            (!holds(sql, params![old, player])?, Refusal::Replaced)
        }
        Write::NewAccount { name, player, .. } => {
            (holds(&format!("SELECT {TAKEN}"), params![names::skeleton(name), FORMER, player])?, Refusal::Taken)
        }
        Write::Rename { id, name } => {
            let sql = format!("SELECT {TAKEN} AND EXISTS (SELECT 1 FROM accounts WHERE player = ?3)");
            (holds(&sql, params![names::skeleton(name), FORMER, id])?, Refusal::Taken)
        }
        _ => return Ok(None),
    };
    Ok(refused.then_some(why))
}

/// Whether an administrator has taken a published definition down.
fn is_taken_down(connection: &Connection, definition: &DefinitionId) -> sql::Result<bool> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM published WHERE definition = ? AND taken_down IS NOT NULL)")?
        .query_row([definition], |row| row.get(0))
}

/// Writes something, as a part of the transaction that there is.
pub(super) fn apply(connection: &Connection, write: &Write) -> sql::Result<()> {
    let now = crate::time::now();
    let run = |sql: &str, values: &[&dyn sql::ToSql]| connection.prepare_cached(sql)?.execute(values).map(|_| ());
    match write {
        // The writer has looked at these before.
        Write::Requires(_) | Write::Within(_) => Ok(()),
        Write::NewPlayer { id, name } => run(
            &format!("INSERT INTO players (id, name, created, seen) VALUES (?, ?, ?, {LIVED})"),
            params![id, name, now],
        ),
        Write::Rename { id, name } => rename(connection, id, name, Some(id)),
        Write::RemoveName { id, name } => rename(connection, id, name, None),
        Write::NewAccount { name, player, password } => {
            let skeleton = names::skeleton(name);
            run("DELETE FROM former_names WHERE skeleton = ?", params![skeleton])?;
            run(
                "INSERT INTO accounts (name, skeleton, player, password, created) VALUES (?, ?, ?, ?, ?)",
                params![name, skeleton, player, password, now],
            )
        }
        Write::Password { player, password } => {
            run("UPDATE accounts SET password = ?2 WHERE player = ?1", params![player, password])
        }
        Write::TwoFactor { player, codes: TwoFactor { secret, used, recovery } } => run(
            "INSERT INTO two_factor (player, secret, used, recovery) VALUES (?, ?, ?, ?)",
            params![player, secret, used, recovery],
        ),
        Write::RecoveryCodes { player, hashes } => {
            run("UPDATE two_factor SET recovery = ?2 WHERE player = ?1", params![player, hashes])
        }
        Write::NoTwoFactor { player } => run("DELETE FROM two_factor WHERE player = ?", params![player]),
        Write::Prove { player, proof: Proof::Step(step) } => {
            run("UPDATE two_factor SET used = ?2 WHERE player = ?1", params![player, step])
        }
        Write::Prove { player, proof: Proof::Recovery(hash) } => run(
            "UPDATE two_factor SET recovery = trim(replace(recovery, ?2, '')) WHERE player = ?1",
            params![player, hash],
        ),
        Write::NewSession { token, player, device } => run(
            &format!(
                "INSERT INTO sessions (token, player, created, used, begun, seen, name)
                 VALUES (?1, ?2, ?3, ?3, {LIVED}, {LIVED}, ?4)"
            ),
            params![token, player, now, device],
        ),
        Write::NewToken { token, player, name, scopes } => run(
            &format!(
                "INSERT INTO sessions (token, player, created, used, begun, seen, name, scopes)
                 VALUES (?1, ?2, ?3, ?3, {LIVED}, {LIVED}, ?4, ?5)"
            ),
            params![token, player, now, name, Scope::written(scopes)],
        ),
        Write::SessionUsed { token } => {
            run(&format!("UPDATE sessions SET used = ?2, seen = {LIVED} WHERE token = ?1"), params![token, now])?;
            let player = "(SELECT player FROM sessions WHERE token = ?)";
            run(&format!("UPDATE players SET seen = {LIVED} WHERE id = {player}"), params![token])
        }
        Write::Seen { player } => run(&format!("UPDATE players SET seen = {LIVED} WHERE id = ?"), params![player]),
        Write::EndSession { token } => run("DELETE FROM sessions WHERE token = ?", params![token]),
        Write::EndSessions { player } => run("DELETE FROM sessions WHERE player = ?", params![player]),
        Write::HandOver { from, to } => {
            run("UPDATE seeks SET player = ?2 WHERE player = ?1", params![from, to])?;
            run("UPDATE chat SET player = ?2 WHERE player = ?1", params![from, to])?;
            // Where both have sat in a game, what the one had stays.
            run(
                "UPDATE plans SET player = ?2 WHERE player = ?1
                    AND NOT EXISTS (SELECT 1 FROM plans AS own WHERE own.game = plans.game AND own.player = ?2)",
                params![from, to],
            )?;
            run(
                "UPDATE notes SET player = ?2 WHERE player = ?1
                    AND NOT EXISTS (SELECT 1 FROM notes AS own WHERE own.game = notes.game AND own.player = ?2)",
                params![from, to],
            )?;
            run("DELETE FROM plans WHERE player = ?", params![from])?;
            run("DELETE FROM notes WHERE player = ?", params![from])?;
            run(HAND_OVER, params![from, to])?;
            // Nobody waits for somebody else any more.
            run(
                "DELETE FROM plans WHERE player = ?1 AND game IN (SELECT id FROM games WHERE creator = ?1 AND opponent = 'self')",
                params![to],
            )
        }
        Write::Forget { player } => {
            tournaments::leave_all(connection, player, now, true)?;
            forget(connection, player)
        }
        Write::Block { id, player, blocked } => run(
            "INSERT INTO blocks (id, player, blocked, created) VALUES (?, ?, ?, ?) ON CONFLICT (player, blocked) DO NOTHING",
            params![id, player, blocked, now],
        ),
        Write::Unblock { id, player } => run("DELETE FROM blocks WHERE id = ? AND player = ?", params![id, player]),
        Write::Report { id, reporter, player, game, reason, text } => {
            report(connection, id, [reporter, player], [game, reason, text], now)
        }
        Write::Bar { player } => {
            run("UPDATE players SET barred = ?2 WHERE id = ?1", params![player, now])?;
            run("DELETE FROM seeks WHERE ?1 IN (player, challenged)", params![player])?;
            run(
                "DELETE FROM webhook_events WHERE webhook IN (SELECT id FROM webhooks WHERE player = ?)",
                params![player],
            )?;
            tournaments::leave_all(connection, player, now, false)?;
            run("UPDATE tournaments SET title = ?2 WHERE creator = ?1", params![player, REMOVED_TITLE])?;
            // Nobody else sees what a banned account has written.
            run("UPDATE studies SET visibility = 'private' WHERE owner = ?", params![player])?;
            run("DELETE FROM study_members WHERE player = ?", params![player])?;
            run("DELETE FROM plans WHERE player = ?", params![player])?;
            run("DELETE FROM sessions WHERE player = ?", params![player])
        }
        Write::Unbar { player } => run("UPDATE players SET barred = NULL WHERE id = ?", params![player]),
        Write::Dismiss { ids } => ids.iter().try_for_each(|id| run("DELETE FROM reports WHERE id = ?", params![id])),
        Write::RemoveDefinition { id } => {
            seeks::end_of_variant(connection, id)?;
            tournaments::end_of_variant(connection, id, now)?;
            run("DELETE FROM games WHERE variant = ?", params![id])?;
            run("DELETE FROM chapters WHERE variant = ?", params![id])?;
            run("DELETE FROM definitions WHERE id = ?", params![id])
        }
        Write::Publish { definition, player, summary, replaces } => {
            publish(connection, definition, player, summary, replaces.as_ref())
        }
        Write::Unpublish { definition, player } => unpublish(connection, definition, player, now),
        Write::TakeDown { definition } => {
            seeks::end_of_variant(connection, definition)?;
            tournaments::end_of_variant(connection, definition, now)?;
            run("UPDATE published SET taken_down = ?2 WHERE definition = ?1", params![definition, now])?;
            run(
                "UPDATE games SET title = ?2 WHERE variant = ?1 AND substr(variant, 1, 2) = 'w-'",
                params![definition, TAKEN_DOWN],
            )
        }
        Write::PutBack { definition } => {
            run("UPDATE published SET taken_down = NULL WHERE definition = ?", params![definition])?;
            let summary: Option<String> = connection
                .prepare_cached("SELECT summary FROM published WHERE definition = ?")?
                .query_row([definition], |row| row.get(0))
                .optional()?;
            run(
                "UPDATE games SET title = coalesce(?2, title) WHERE variant = ?1 AND substr(variant, 1, 2) = 'w-'",
                params![definition, summary.and_then(|summary| told(&summary, "title"))],
            )
        }
        Write::Played { definition, player } => run(
            "UPDATE published SET shown = ?3 WHERE definition = ?1 AND player <> ?2 AND shown IS NULL AND taken_down IS NULL",
            params![definition, player, now],
        ),
        Write::Approve { definition } => {
            run("UPDATE published SET shown = ?2 WHERE definition = ?1 AND shown IS NULL", params![definition, now])
        }
        Write::Spent { kind, who, until } => run(
            "INSERT INTO spent (kind, who, until) VALUES (?, ?, ?)
             ON CONFLICT (kind, who) DO UPDATE SET until = excluded.until",
            params![kind, who, until],
        ),
        Write::Audit { what } => run(
            "INSERT INTO audit (id, at, what) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM audit), ?, ?)",
            params![now, what],
        ),
        Write::NewDefinition { id, text } => run(
            &format!(
                "INSERT INTO definitions (id, text, created, used, asked) VALUES (?1, ?2, ?3, ?3, {LIVED})
                 ON CONFLICT (id) DO UPDATE SET used = excluded.used, asked = excluded.asked"
            ),
            params![id, text, now],
        ),
        Write::DefinitionUsed { id } => {
            run(&format!("UPDATE definitions SET used = ?2, asked = {LIVED} WHERE id = ?1"), params![id, now])
        }
        Write::NewSeek(seek) => seeks::insert(connection, seek),
        Write::TakeSeek { id, .. } | Write::EndSeek { id } => run("DELETE FROM seeks WHERE id = ?", params![id]),
        Write::DeclineSeek { id, reason, .. } => {
            run("UPDATE seeks SET declined = ?2 WHERE id = ?1", params![id, reason.word()])?;
            run("DELETE FROM notices WHERE seek = ?", params![id])
        }
        Write::EndLiveSeeks { player } => {
            run("DELETE FROM seeks WHERE player = ? AND initial_ms IS NOT NULL", params![player])
        }
        Write::NewTournament(tournament) => tournaments::insert(connection, tournament),
        Write::Tournament(tournament) | Write::LeaveUpcoming(tournament) => tournaments::update(connection, tournament),
        Write::Enter { tournament, player, rating } => tournaments::enter(connection, tournament, player, *rating),
        Write::EntryState { tournament, player, state } => tournaments::change(connection, tournament, player, *state),
        Write::Meet { tournament, met } => tournaments::meet(connection, tournament, met),
        Write::Study(write) => write.apply(connection, now),
        Write::NewGame(record) => {
            rows::insert(connection, &GameRow::from(&**record))?;
            vacations::rest(connection, record, now)?;
            let before = webhooks::fresh(connection, record)?;
            webhooks::changed(connection, record, before, now)?;
            mail::changed(connection, record, None)
        }
        Write::Game(record) => {
            let (before, heard) = (mail::standing(connection, record)?, webhooks::before(connection, record)?);
            let ends = openings::ends(connection, record)?;
            rows::update(connection, &GameRow::from(&**record))?;
            if ends {
                openings::wait(connection, record)?;
            }
            mail::changed(connection, record, before)?;
            webhooks::changed(connection, record, heard, now)?;
            ratings::count(connection, record)
        }
        Write::Explored(explored) => openings::explored(connection, explored),
        Write::Move { game, ply, text, clocks } => {
            let [white, black] = rows::clock_columns(*clocks);
            run(
                "INSERT INTO moves (game, ply, text, at, white_ms, black_ms) VALUES (?, ?, ?, ?, ?, ?)",
                params![game, ply, text, now, white, black],
            )
        }
        Write::ClockSince { game, stored, since } => run(
            "UPDATE games SET running_since = ?3 WHERE id = ?1 AND running_since = ?2",
            params![game, stored, since],
        ),
        Write::Undo { game, ply } => run("DELETE FROM moves WHERE game = ? AND ply >= ?", params![game, ply]),
        Write::Plan { game, player, plan: Some(plan) } => run(
            "INSERT INTO plans (game, player, lines) VALUES (?, ?, ?)
             ON CONFLICT (game, player) DO UPDATE SET lines = excluded.lines",
            params![game, player, serde_json::to_string(plan.lines()).unwrap_or_default()],
        ),
        Write::Plan { game, player, plan: None } => {
            run("DELETE FROM plans WHERE game = ? AND player = ?", params![game, player])
        }
        Write::Note { game, player, text } if text.is_empty() => {
            run("DELETE FROM notes WHERE game = ? AND player = ?", params![game, player])
        }
        Write::Note { game, player, text } => run(
            "INSERT INTO notes (game, player, text, updated) VALUES (?, ?, ?, ?)
             ON CONFLICT (game, player) DO UPDATE SET text = excluded.text, updated = excluded.updated",
            params![game, player, text, now],
        ),
        Write::Said { game, message: Message { channel, number, player, text, at } } => run(
            "INSERT INTO chat (game, channel, number, player, text, at) VALUES (?, ?, ?, ?, ?, ?)",
            params![game, channel.word(), number, player, text, at],
        ),
        Write::RemoveGame { id } => run("DELETE FROM games WHERE id = ?", params![id]),
        Write::MailAddress { player, address, language, unsubscribe } => {
            mail::set_address(connection, player, address, *language, unsubscribe)
        }
        Write::NoMailAddress { player } => mail::remove_address(connection, player),
        Write::ConfirmAddress { link } => mail::confirm(connection, link, now),
        Write::MailChoices { player, choices, language } => {
            run("UPDATE mail_addresses SET language = ?2 WHERE player = ?1", params![player, language.word()])?;
            mail::choose(connection, player, *choices)
        }
        Write::Unsubscribe { secret } => {
            let player: Option<PlayerId> = connection
                .prepare_cached("SELECT player FROM mail_addresses WHERE unsubscribe = ?")?
                .query_row([secret], |row| row.get(0))
                .optional()?;
            player.map_or(Ok(()), |player| mail::choose(connection, &player, Choices::NONE))
        }
        Write::NewLetter { id, player, kind, address, language } => run(
            "INSERT INTO letters (id, player, kind, address, language, created, next, failed)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?6, 0
             WHERE NOT EXISTS (SELECT 1 FROM letters WHERE player = ?2 AND kind = ?3)",
            params![id, player, kind.word(), address, language.word(), now],
        ),
        Write::SendLetter { id, link, expires, next } => {
            run("UPDATE letters SET next = ?2, failed = failed + 1 WHERE id = ?1", params![id, next])?;
            run(
                "INSERT INTO mail_links (token, player, kind, address, expires)
                 SELECT ?2, player, kind, address, ?3 FROM letters WHERE id = ?1",
                params![id, link, expires],
            )
        }
        Write::LetterLater { id, next } => run("UPDATE letters SET next = ?2 WHERE id = ?1", params![id, next]),
        Write::EndLetter { id } => run("DELETE FROM letters WHERE id = ?", params![id]),
        Write::EndLinks { player, kind } => {
            run("DELETE FROM mail_links WHERE player = ? AND kind = ?", params![player, kind.word()])
        }
        Write::SendNotices { player, next } => {
            run("UPDATE mail_addresses SET next = ?2, failed = failed + 1 WHERE player = ?1", params![player, next])
        }
        Write::NoticesLater { player, next } => {
            run("UPDATE mail_addresses SET next = ?2 WHERE player = ?1", params![player, next])
        }
        Write::NoticesSent { player, before, next, digest } => {
            run("DELETE FROM notices WHERE player = ? AND way = 'mail' AND due <= ?", params![player, before])?;
            run(
                "UPDATE mail_addresses SET next = ?2, digest = ?3, failed = 0 WHERE player = ?1",
                params![player, next, digest],
            )
        }
        Write::NoticesRefused { player, before, next } => {
            run("DELETE FROM notices WHERE player = ? AND way = 'mail' AND due <= ?", params![player, before])?;
            run(
                "UPDATE mail_addresses SET next = ?2, confirmed = CASE WHEN failed >= ?3 THEN NULL ELSE confirmed END
                 WHERE player = ?1",
                params![player, next, mail::REFUSALS],
            )
        }
        Write::AddDevice { player, session, device } => mail::add_device(connection, (player, session), device, now),
        Write::RemoveDevice { id } => run("DELETE FROM push_devices WHERE id = ?", params![id]),
        Write::Pushed { player, before } => {
            run("DELETE FROM notices WHERE player = ? AND way = 'push' AND due <= ?", params![player, before])
        }
        Write::DeviceFailed { id, next } => {
            run("UPDATE push_devices SET next = ?2, failed = failed + 1 WHERE id = ?1", params![id, next])?;
            run("DELETE FROM push_devices WHERE id = ? AND failed >= ?", params![id, mail::MISSED])
        }
        Write::DeviceReached { id } => run("UPDATE push_devices SET failed = 0 WHERE id = ?", params![id]),
        Write::Webhook(write) => write.apply(connection, now),
        Write::Vacation { player, lasts } => run(
            "INSERT INTO vacations (player, since, until) VALUES (?, ?, ?) ON CONFLICT (player, since) DO NOTHING",
            params![player, now, now + lasts],
        ),
        Write::EndVacation { player } => {
            run("UPDATE vacations SET until = ?2 WHERE player = ?1 AND until > ?2", params![player, now])
        }
        Write::ServerKey { name, key } => {
            run("INSERT INTO server_keys (name, key) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", params![name, key])
        }
        Write::Heartbeat => run(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            params![now],
        ),
        Write::RemoveUnused => {
            let lived = connection.prepare_cached("SELECT lived FROM server_state")?.query_row([], |row| row.get(0))?;
            let [guests, idle, oldest] = expired(lived);
            run("DELETE FROM sessions WHERE seen < ?", params![guests])?;
            run("DELETE FROM spent WHERE until < ?", params![now])?;
            run("DELETE FROM vacations WHERE until < ?", params![now - 366 * DAY])?;
            mail::remove_stale(connection, now)?;
            run("DELETE FROM seeks WHERE begun < ?", params![lived - SEEKS])?;
            run("DELETE FROM tournaments WHERE status = 'cancelled' AND ended < ?", params![now - CANCELLED])?;
            run(&format!("DELETE FROM former_names WHERE since < {LIVED} - ?"), params![FORMER])?;
            run(
                "DELETE FROM sessions WHERE player IN (SELECT player FROM accounts) AND (seen < ? OR begun < ?)",
                params![idle, oldest],
            )?;
            run(
                "DELETE FROM definitions WHERE asked < ?1
                    AND NOT EXISTS (SELECT 1 FROM published WHERE definition = definitions.id)
                    AND NOT EXISTS (SELECT 1 FROM chapters WHERE variant = definitions.id)
                    AND NOT EXISTS (SELECT 1 FROM games WHERE variant = definitions.id AND substr(variant, 1, 2) = 'w-')",
                params![lived - DEFINITIONS],
            )?;
            run(
                "DELETE FROM players WHERE seen < ?1 AND id <> 'deleted'
                    AND NOT EXISTS (SELECT 1 FROM sessions WHERE player = players.id)
                    AND NOT EXISTS (SELECT 1 FROM accounts WHERE player = players.id)
                    AND NOT EXISTS (SELECT 1 FROM games WHERE white = players.id)
                    AND NOT EXISTS (SELECT 1 FROM games WHERE black = players.id)
                    AND NOT EXISTS (SELECT 1 FROM games WHERE creator = players.id)",
                params![guests],
            )
        }
    }
}

/// The times since which a guest's session must have been used, one of an account used, and begun, by the clock of
/// [`Lived`](super::lived::Lived).
pub(super) fn expired(lived: i64) -> [i64; 3] {
    [lived - GUEST, lived - IDLE, lived - WHOLE]
}
