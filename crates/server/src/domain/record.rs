//! A game with those who play it.

use super::chat::Channel;
use super::{GameId, PlayerId, Score, Terms, TournamentId};
use crate::error::{ApiError, ApiResult};
use crate::time::{Moment, point};
use spielraum_play::{GameState, Opponent, Pairing, Progress, Refused, Role, Seat, Status, Time, TimeControl};
use spielraum_rules::{ByColor, Color};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// After how long, in milliseconds for which servers have run, somebody has left a game without a clock: no move was
/// made, and the one to move was not here.
pub(crate) const LEFT: i64 = 7 * DAY;

/// The same for somebody who was here and has made no move.
pub(crate) const STALLED: i64 = 30 * DAY;

/// From how many plies on a rated game counts: each side has moved.
const COUNTS_FROM: u32 = 2;

/// Everything about a game but its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub id: GameId,
    pub pairing: Pairing<PlayerId>,
    pub creator: PlayerId,
    /// What it counts for, if it is rated.
    pub rated: Option<Terms>,
    /// Whether two people have agreed that they get help.
    pub help: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<TournamentId>,
    pub progress: Progress,
    /// The rematch.
    pub next: Option<GameId>,
    pub plies: u32,
    /// The side to move, even when the game is over.
    pub to_move: Color,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    /// When it was begun, or a move was last made or taken back, by the clock of [`Moment::lived`]. Offers change nothing.
    pub changed: i64,
}

impl Record {
    /// A game before its first move, with a new id.
    pub fn begin(pairing: Pairing<PlayerId>, creator: PlayerId, at: Moment) -> Self {
        let (open, to_move) = (pairing.free().is_some(), first_to_move(&pairing.start));
        let mut clocks = pairing.clocks();
        if let Some(clocks) = clocks.as_mut().filter(|_| !open && pairing.clock_runs_at_once()) {
            clocks.run(to_move, point(at.time));
        }
        let progress = Progress { open, clocks, ..Progress::default() };
        Self {
            id: GameId::random(),
            pairing,
            creator,
            rated: None,
            help: false,
            tournament: None,
            progress,
            next: None,
            plies: 0,
            to_move,
            created: at.time,
            updated: at.time,
            changed: at.lived,
        }
    }

    /// The same game, which is rated.
    #[must_use]
    pub fn rated(self, terms: Option<Terms>) -> Self {
        Self { rated: terms, ..self }
    }

    /// The same game, with help or without.
    #[must_use]
    pub fn helped(self, help: bool) -> Self {
        Self { help, ..self }
    }

    /// The same game, as one of a tournament, in which players may go berserk or not.
    #[must_use]
    pub fn of_tournament(mut self, tournament: TournamentId, berserk: bool) -> Self {
        self.progress.berserk = berserk.then(ByColor::default);
        Self { tournament: Some(tournament), ..self }
    }

    /// Takes up how a game stands at a time.
    pub fn take_up(&mut self, game: &GameState, at: Moment) {
        let plies = game.plies() as u32;
        if plies != self.plies || game.status() != self.status() {
            self.changed = at.lived;
        }
        self.progress = game.progress().clone();
        self.plies = plies;
        self.to_move = game.side_to_move();
        self.updated = at.time;
    }

    /// The same game again with sides exchanged.
    pub fn rematch(&self, at: Moment) -> Self {
        Self::begin(self.pairing.rematch(), self.creator.clone(), at).rated(self.rated.clone()).helped(self.help)
    }

    /// How a rated game has ended for White, once it changes ratings: neither called off nor over before each side has moved,
    /// and both players still have their accounts.
    pub fn counts(&self) -> Option<(&Terms, Score)> {
        let (terms, ending) = (self.rated.as_ref()?, self.progress.ending.as_ref()?);
        let played = self.plies >= COUNTS_FROM && ending.code() != "aborted";
        let [white, black] = Color::BOTH.map(|side| self.pairing.person(side).filter(|id| !id.is_deleted()));
        if !played || white? == black? {
            return None;
        }
        Some((
            terms,
            match ending.winner() {
                Some(Color::White) => Score::Win,
                None => Score::Draw,
                Some(Color::Black) => Score::Loss,
            },
        ))
    }

    /// Whether players get help: without another person at another screen nobody has to agree.
    pub fn has_help(&self) -> bool {
        self.help || self.pairing.opponent != Opponent::Friend
    }

    /// Whether the game goes on.
    pub fn status(&self) -> Status {
        self.progress.status()
    }

    /// The ids of the people who sit at the board.
    pub fn people(&self) -> impl Iterator<Item = &PlayerId> {
        Color::BOTH.into_iter().filter_map(|color| self.pairing.person(color))
    }

    /// What was one player's is another's. A game of both becomes one on one device.
    pub fn hand_over(&mut self, from: &PlayerId, to: &PlayerId) {
        let both_sit = [from, to].iter().all(|id| self.people().any(|sits| sits == *id));
        if self.pairing.opponent == Opponent::Friend && both_sit {
            self.pairing.opponent = Opponent::OneScreen;
        }
        self.reseat(from, to);
    }

    /// Puts another player into one's seats.
    pub fn reseat(&mut self, from: &PlayerId, to: &PlayerId) {
        let seats = &mut self.pairing.seats;
        for seat in [&mut seats.white, &mut seats.black] {
            if *seat == Seat::Person(from.clone()) {
                *seat = Seat::Person(to.clone());
            }
        }
        if self.creator == *from {
            self.creator = to.clone();
        }
    }

    /// What somebody is in the game; `None`: a spectator.
    pub fn role(&self, player: Option<&PlayerId>) -> Option<Role> {
        player.and_then(|player| self.pairing.role(player))
    }

    /// The side for which a player acts while `to_move` is to move. A spectator acts for none.
    pub fn acting(&self, player: Option<&PlayerId>, to_move: Color) -> ApiResult<Color> {
        let spectator =
            || ApiError::forbidden("not-a-player", "Only the two players of this game can do that; you watch it.");
        player.and_then(|player| self.pairing.acting(player, to_move)).ok_or_else(spectator)
    }

    /// Whose clock runs, and since when, if it runs for each move and stands still while that player is on vacation.
    pub fn rests_for(&self) -> Option<(&PlayerId, Time)> {
        if !matches!(self.pairing.control, Some(TimeControl::PerMove(_))) || self.pairing.opponent != Opponent::Friend {
            return None;
        }
        let (side, since) = self.progress.clocks.as_ref()?.running()?;
        self.pairing.person(side).map(|player| (player, since))
    }

    /// The other person at the board.
    pub fn opponent_of(&self, player: Option<&PlayerId>) -> Option<&PlayerId> {
        let Some(Role::Side(side)) = self.role(player) else { return None };
        self.pairing.person(!side).filter(|id| !id.is_deleted())
    }

    /// Whether the game ends with a player: nobody else has a part in it.
    pub fn is_theirs_alone(&self, player: &PlayerId) -> bool {
        self.creator == *player && (self.pairing.opponent != Opponent::Friend || self.status() == Status::Open)
    }

    /// When somebody can claim the win, because the other one has left for so long a time, if it stays as it is now and
    /// the server runs until then.
    pub fn claimable(&self, player: Option<&PlayerId>, to_move: Color, now: Moment) -> Option<i64> {
        let waits = matches!(self.role(player), Some(Role::Side(side)) if side != to_move)
            && self.pairing.opponent == Opponent::Friend
            && self.status() == Status::Playing
            && self.pairing.control.is_none();
        waits.then_some(now.time + self.changed + LEFT - now.lived)
    }

    /// Whether somebody may remove the game.
    pub fn removable(&self, player: Option<&PlayerId>) -> ApiResult<()> {
        if player != Some(&self.creator) {
            return Err(ApiError::forbidden("not-yours", "Only who began a game can remove it."));
        }
        if self.pairing.opponent != Opponent::Friend || self.status() == Status::Open {
            return Ok(());
        }
        Err(ApiError::conflict("not-alone", "This game is your opponent's too; you can resign it."))
    }

    /// Whether players may enter conditional moves: a game against somebody that goes on, with days for each move or no clock.
    pub fn may_be_planned(&self) -> ApiResult<()> {
        let slow = matches!(self.pairing.control, None | Some(TimeControl::PerMove(_)));
        if slow && self.pairing.opponent == Opponent::Friend && self.status() == Status::Playing {
            return Ok(());
        }
        let message =
            "Conditional moves are for games against somebody that go on, with days for each move or without a clock.";
        Err(ApiError::conflict("not-by-correspondence", message))
    }

    /// Whether somebody hears what is said in a channel, and may write in it: beside games of two people that have begun. What
    /// spectators say, players hear when the game is over.
    pub fn hears(&self, player: Option<&PlayerId>, channel: Channel) -> bool {
        let has_chat = self.pairing.opponent == Opponent::Friend && self.status() != Status::Open;
        let plays = self.role(player).is_some();
        has_chat
            && match channel {
                Channel::Players => plays,
                Channel::Spectators => !plays || self.status() == Status::Finished,
            }
    }

    /// The engine's level, if it is the engine's turn.
    pub fn engine_to_move(&self, to_move: Color) -> Option<u8> {
        self.pairing.engine(to_move).filter(|_| self.status() == Status::Playing)
    }

    /// Whether a person may move now.
    pub fn person_to_move(&self, to_move: Color) -> bool {
        self.pairing.person(to_move).is_some() && self.status() == Status::Playing
    }
}

/// The side to move in a position, of which the second field of its FEN says it.
pub(crate) fn first_to_move(fen: &str) -> Color {
    if fen.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal => Self::impossible(refused.code(), refused),
            _ => Self::conflict(refused.code(), refused),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use spielraum_arcade::{Game, Source};
    use spielraum_play::{Action, Ending};
    use spielraum_rules::{ByColor, Position};
    use std::collections::BTreeMap;
    use std::time::Duration;

    const AT: Moment = Moment { time: 1_000_000, lived: 5_000 };
    const LATER: Moment = Moment { time: 2_000_000, lived: 6_000 };
    const ENGINE: Opponent = Opponent::Engine { level: 3 };

    fn ids() -> [PlayerId; 3] {
        ["ada", "bob", "eve"].map(PlayerId::from)
    }

    fn days() -> Option<TimeControl> {
        Some(TimeControl::PerMove(Duration::from_secs(3 * 86_400)))
    }

    fn minutes() -> Option<TimeControl> {
        Some(TimeControl::Fischer { initial: Duration::from_secs(300), increment: Duration::ZERO })
    }

    /// A game of chess that Ada begins as White.
    fn open(opponent: Opponent, control: Option<TimeControl>) -> Record {
        let [ada, ..] = ids();
        let pairing = Pairing {
            variant: "chess".to_owned(),
            options: BTreeMap::new(),
            title: "Chess".to_owned(),
            start: "4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned(),
            opponent,
            seats: Seat::all(&ada, White, opponent),
            control,
        };
        Record::begin(pairing, ada, AT)
    }

    /// The same against Bob, who is there.
    fn against_bob(control: Option<TimeControl>) -> Record {
        let [ada, bob, _] = ids();
        let mut pairing = open(Opponent::Friend, control).pairing;
        pairing.seats.black = Seat::Person(bob);
        Record::begin(pairing, ada, AT)
    }

    fn over(record: &Record, ending: Ending) -> Record {
        let progress = Progress { ending: Some(ending), ..record.progress.clone() };
        Record { progress, plies: COUNTS_FROM, ..record.clone() }
    }

    fn all(record: &Record, what: impl Fn(&Record, Option<&PlayerId>) -> bool) -> [bool; 4] {
        let [ada, bob, eve] = ids();
        [Some(&ada), Some(&bob), Some(&eve), None].map(|player| what(record, player))
    }

    #[test]
    fn a_game_waits_for_its_second_player_and_only_days_run_at_once() {
        assert_eq!(open(Opponent::Friend, None).status(), Status::Open);
        for game in [against_bob(None), open(ENGINE, None), open(Opponent::OneScreen, None)] {
            assert_eq!((game.status(), game.to_move, game.plies), (Status::Playing, White, 0));
            assert_eq!((game.created, game.updated, game.changed), (AT.time, AT.time, AT.lived));
            assert_eq!(game.progress.clocks, None);
        }
        let running = |game: Record| game.progress.clocks.unwrap().running();
        assert_eq!(running(against_bob(days())), Some((White, point(AT.time))));
        assert_eq!(running(open(Opponent::Friend, days())), None);
        assert_eq!(running(open(ENGINE, days())), None);
        assert_eq!(running(against_bob(minutes())), None);
        assert_eq!([first_to_move("8/8 w - -"), first_to_move("8/8 b - -"), first_to_move("")], [White, Black, White]);
    }

    #[test]
    fn a_rematch_has_the_same_terms_and_no_tournament() {
        let terms = Terms::parse("rapid.chess");
        let game = against_bob(minutes()).rated(terms.clone()).helped(true).of_tournament("cup".into(), false);
        assert_eq!(
            (&game.rated, game.help, game.tournament.as_ref().map(TournamentId::as_str)),
            (&terms, true, Some("cup"))
        );
        let again = game.rematch(LATER);
        assert_eq!((&again.rated, again.help, &again.tournament), (&terms, true, &None));
        assert_eq!((again.created, again.pairing.seats), (LATER.time, game.pairing.rematch().seats));
        assert_ne!(again.id, game.id);
    }

    #[test]
    fn a_game_has_changed_when_a_move_was_made_or_its_status_is_another() {
        let mut game = against_bob(None);
        let rules = Game::load(Source::Builtin("chess"), &[]).unwrap();
        let start = Position::from_fen(rules.rules(), &game.pairing.start).unwrap();
        let mut state = GameState::restored(start.clone(), start, Opponent::Friend.players(), game.progress.clone());
        game.take_up(&state, LATER);
        assert_eq!((game.updated, game.changed), (LATER.time, AT.lived));
        let first = state.legal_moves()[0];
        state.apply(White, Action::Move(first), Time::ZERO).unwrap();
        game.take_up(&state, LATER);
        assert_eq!((game.plies, game.to_move, game.changed), (1, Black, LATER.lived));
        let last = Moment { time: 3_000_000, lived: 7_000 };
        state.apply(Black, Action::Resign, Time::ZERO).unwrap();
        game.take_up(&state, last);
        assert_eq!((game.status(), game.changed), (Status::Finished, last.lived));
        assert_eq!(game.progress, *state.progress());
    }

    #[test]
    fn a_rated_game_counts_once_both_have_moved() {
        let [ada, ..] = ids();
        let terms = Terms::parse("rapid.chess");
        let game = against_bob(minutes()).rated(terms.clone());
        let score = |game: &Record| game.counts().map(|(_, score)| score);
        for (ending, expected) in [
            (Ending::Resigned(White), Score::Loss),
            (Ending::Agreed, Score::Draw),
            (Ending::TimeOut(Black), Score::Win),
        ] {
            let over = over(&game, ending);
            assert_eq!(over.counts(), Some((terms.as_ref().unwrap(), expected)));
            assert_eq!(score(&over.clone().rated(None)), None);
            assert_eq!(score(&Record { plies: COUNTS_FROM - 1, ..over }), None);
        }
        assert_eq!(score(&game), None);
        assert_eq!(score(&over(&game, Ending::Aborted)), None);
        for other in [PlayerId::deleted(), ada] {
            let mut game = over(&game, Ending::Agreed);
            game.pairing.seats.black = Seat::Person(other);
            assert_eq!(score(&game), None);
        }
    }

    #[test]
    fn help_needs_agreement_only_against_a_person() {
        assert!(!against_bob(None).has_help() && against_bob(None).helped(true).has_help());
        assert!(open(ENGINE, None).has_help() && open(Opponent::OneScreen, None).has_help());
    }

    #[test]
    fn games_are_handed_over_with_their_seats() {
        let [ada, bob, eve] = ids();
        let mut game = against_bob(None);
        assert_eq!(game.people().collect::<Vec<_>>(), [&ada, &bob]);
        game.hand_over(&ada, &eve);
        assert_eq!((game.people().collect::<Vec<_>>(), &game.creator), (vec![&eve, &bob], &eve));
        assert_eq!(game.pairing.opponent, Opponent::Friend);
        game.hand_over(&bob, &eve);
        assert_eq!((game.people().collect::<Vec<_>>(), game.pairing.opponent), (vec![&eve, &eve], Opponent::OneScreen));
        let mut alone = open(ENGINE, None);
        alone.hand_over(&ada, &eve);
        assert_eq!((alone.people().collect::<Vec<_>>(), alone.pairing.opponent), (vec![&eve], ENGINE));
        // What is another's stays.
        alone.reseat(&ada, &bob);
        assert_eq!((alone.people().collect::<Vec<_>>(), &alone.creator), (vec![&eve], &eve));
    }

    #[test]
    fn players_act_for_their_side_and_spectators_for_none() {
        let [ada, bob, eve] = ids();
        let game = against_bob(None);
        assert_eq!([Some(&ada), Some(&eve), None].map(|who| game.role(who)), [Some(Role::Side(White)), None, None]);
        assert_eq!(game.acting(Some(&bob), White).unwrap(), Black);
        for nobody in [Some(&eve), None] {
            assert_eq!(game.acting(nobody, White).unwrap_err().code, "not-a-player");
        }
        assert_eq!(open(Opponent::OneScreen, None).acting(Some(&ada), Black).unwrap(), Black);
        let opponents = [Some(&ada), Some(&bob), Some(&eve), None].map(|who| game.opponent_of(who));
        assert_eq!(opponents, [Some(&bob), Some(&ada), None, None]);
        assert_eq!(open(ENGINE, None).opponent_of(Some(&ada)), None);
        let mut deleted = game;
        deleted.pairing.seats.black = Seat::Person(PlayerId::deleted());
        assert_eq!(deleted.opponent_of(Some(&ada)), None);
    }

    #[test]
    fn only_days_against_a_person_stand_still_on_vacation() {
        let [ada, ..] = ids();
        assert_eq!(against_bob(days()).rests_for(), Some((&ada, point(AT.time))));
        for control in [None, minutes()] {
            let mut game = against_bob(control);
            game.progress.clocks.iter_mut().for_each(|clocks| clocks.run(White, Time::ZERO));
            assert_eq!(game.rests_for(), None);
        }
        let mut engine = open(ENGINE, days());
        engine.progress.clocks.iter_mut().for_each(|clocks| clocks.run(White, Time::ZERO));
        assert_eq!(engine.rests_for(), None);
        assert_eq!(open(Opponent::Friend, days()).rests_for(), None);
    }

    #[test]
    fn who_began_a_game_alone_removes_it_and_a_games_of_two_stays() {
        let over_with_bob = over(&against_bob(None), Ending::Agreed);
        for (game, alone) in [
            (open(ENGINE, None), true),
            (open(Opponent::OneScreen, None), true),
            (open(Opponent::Friend, None), true),
            (against_bob(None), false),
            (over_with_bob, false),
        ] {
            let theirs = all(&game, |game, player| player.is_some_and(|player| game.is_theirs_alone(player)));
            assert_eq!(theirs, [alone, false, false, false]);
            let codes = all(&game, |game, player| game.removable(player).is_ok());
            assert_eq!(codes, [alone, false, false, false]);
        }
        let [ada, bob, _] = ids();
        assert_eq!(against_bob(None).removable(Some(&bob)).unwrap_err().code, "not-yours");
        assert_eq!(against_bob(None).removable(Some(&ada)).unwrap_err().code, "not-alone");
    }

    #[test]
    fn who_waits_without_a_clock_can_claim_the_game() {
        let [ada, bob, eve] = ids();
        let game = against_bob(None);
        let claim = |game: &Record, player: &PlayerId| game.claimable(Some(player), White, LATER);
        assert_eq!(claim(&game, &bob), Some(LATER.time + LEFT - (LATER.lived - AT.lived)));
        assert_eq!([claim(&game, &ada), claim(&game, &eve), game.claimable(None, White, LATER)], [None; 3]);
        assert_eq!(claim(&against_bob(days()), &bob), None);
        assert_eq!(claim(&over(&game, Ending::Agreed), &bob), None);
        assert_eq!(open(ENGINE, None).claimable(Some(&ada), Black, LATER), None);
    }

    #[test]
    fn conditional_moves_are_for_slow_games_of_two() {
        assert!(against_bob(None).may_be_planned().is_ok() && against_bob(days()).may_be_planned().is_ok());
        for game in [
            against_bob(minutes()),
            open(ENGINE, None),
            open(Opponent::Friend, None),
            over(&against_bob(None), Ending::Agreed),
        ] {
            assert_eq!(game.may_be_planned().unwrap_err().code, "not-by-correspondence");
        }
    }

    #[test]
    fn spectators_are_heard_by_players_when_the_game_is_over() {
        let hears = |game: &Record, channel| all(game, |game, player| game.hears(player, channel));
        let game = against_bob(None);
        assert_eq!(hears(&game, Channel::Players), [true, true, false, false]);
        assert_eq!(hears(&game, Channel::Spectators), [false, false, true, true]);
        let over = over(&game, Ending::Agreed);
        assert_eq!(hears(&over, Channel::Players), [true, true, false, false]);
        assert_eq!(hears(&over, Channel::Spectators), [true; 4]);
        for quiet in [open(ENGINE, None), open(Opponent::Friend, None)] {
            assert_eq!([Channel::Players, Channel::Spectators].map(|channel| hears(&quiet, channel)), [[false; 4]; 2]);
        }
    }

    #[test]
    fn the_engine_moves_on_its_turn_of_a_game_that_goes_on() {
        let game = open(ENGINE, None);
        assert_eq!([White, Black].map(|side| game.engine_to_move(side)), [None, Some(3)]);
        assert_eq!([White, Black].map(|side| game.person_to_move(side)), [true, false]);
        let over = over(&game, Ending::Agreed);
        assert_eq!([White, Black].map(|side| over.engine_to_move(side)), [None; 2]);
        assert_eq!([White, Black].map(|side| over.person_to_move(side)), [false; 2]);
        assert_eq!(ByColor::new(|side| open(Opponent::Friend, None).person_to_move(side)), ByColor::both(false));
    }

    #[test]
    fn an_illegal_move_is_impossible_and_the_rest_a_matter_of_time() {
        use crate::error::ErrorKind;
        assert_eq!(ApiError::from(Refused::Illegal).kind, ErrorKind::Impossible);
        assert_eq!(ApiError::from(Refused::NotYourTurn).kind, ErrorKind::Conflict);
    }
}
