//! Who plays what against whom.

use crate::{Clocks, Opponent, TimeControl};
use spielraum_rules::{ByColor, Color};
use std::collections::BTreeMap;

/// Who plays a side; `P` identifies a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat<P> {
    /// Nobody has come yet.
    Free,
    /// A person plays.
    Person(P),
    /// The engine plays, at a level.
    Engine(u8),
}

/// Which sides a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The player of one side.
    Side(Color),
    /// The player of both.
    Both,
}

/// What a game begins with: the same in a server's database and in a browser without a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing<P> {
    /// The variant's id.
    pub variant: String,
    /// The options of the variant, by name.
    pub options: BTreeMap<String, String>,
    /// What the game is called.
    pub title: String,
    /// The FEN it starts from.
    pub start: String,
    /// The kind of opponent.
    pub opponent: Opponent,
    /// Who plays each side.
    pub seats: ByColor<Seat<P>>,
    /// The time control of both sides, if there is one.
    pub control: Option<TimeControl>,
}

impl Role {
    /// Whether it includes a side.
    pub fn plays(self, color: Color) -> bool {
        self == Self::Both || self == Self::Side(color)
    }
}

impl<P: Clone> Seat<P> {
    /// The seats of a game that a person begins at `side`.
    pub fn all(by: &P, side: Color, opponent: Opponent) -> ByColor<Self> {
        ByColor::new(|color| match opponent {
            _ if color == side => Self::Person(by.clone()),
            Opponent::Engine { level } => Self::Engine(level),
            Opponent::Friend => Self::Free,
            Opponent::OneScreen => Self::Person(by.clone()),
        })
    }
}

impl<P> Pairing<P> {
    /// The side that nobody has taken yet.
    pub fn free(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| matches!(self.seats[color], Seat::Free))
    }

    /// The engine's level, if it plays a side.
    pub fn engine(&self, side: Color) -> Option<u8> {
        match self.seats[side] {
            Seat::Engine(level) => Some(level),
            _ => None,
        }
    }

    /// The person who plays a side.
    pub fn person(&self, side: Color) -> Option<&P> {
        match &self.seats[side] {
            Seat::Person(person) => Some(person),
            _ => None,
        }
    }

    /// Whether the first move has its time, too: where both have days for each move, nobody waits for it longer.
    pub fn clock_runs_at_once(&self) -> bool {
        self.opponent == Opponent::Friend && matches!(self.control, Some(TimeControl::PerMove(_)))
    }

    /// The clocks before the game, if it has any.
    pub fn clocks(&self) -> Option<Clocks> {
        self.control.map(|control| Clocks::new(ByColor::both(Some(control))))
    }
}

impl<P: PartialEq> Pairing<P> {
    /// What a person is in the game; `None`: a spectator.
    pub fn role(&self, person: &P) -> Option<Role> {
        let plays = |color| self.person(color) == Some(person);
        match (plays(Color::White), plays(Color::Black)) {
            (true, true) => Some(Role::Both),
            (true, false) => Some(Role::Side(Color::White)),
            (false, true) => Some(Role::Side(Color::Black)),
            (false, false) => None,
        }
    }

    /// The side for which a person acts while `to_move` is to move. A spectator acts for none.
    pub fn acting(&self, person: &P, to_move: Color) -> Option<Color> {
        self.role(person).map(|role| match role {
            Role::Side(color) => color,
            Role::Both => to_move,
        })
    }
}

impl<P: Clone> Pairing<P> {
    /// The same game again with sides changed.
    #[must_use]
    pub fn rematch(&self) -> Self {
        let seats = ByColor { white: self.seats.black.clone(), black: self.seats.white.clone() };
        Self { seats, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Effect, GameState, Progress};
    use spielraum_catalogue::{Compile, Source, load};
    use std::time::Duration;

    fn begun(side: Color, opponent: Opponent) -> Pairing<&'static str> {
        Pairing {
            variant: String::new(),
            options: BTreeMap::new(),
            title: String::new(),
            start: String::new(),
            opponent,
            seats: Seat::all(&"ada", side, opponent),
            control: None,
        }
    }

    #[test]
    fn everybody_acts_for_what_they_play() {
        use Color::{Black, White};
        let engine = begun(Black, Opponent::Engine { level: 3 });
        assert_eq!((engine.engine(White), engine.engine(Black), engine.free()), (Some(3), None, None));
        assert_eq!(engine.acting(&"ada", White), Some(Black));
        let mut friend = begun(White, Opponent::Friend);
        assert_eq!((friend.free(), friend.role(&"bob"), friend.acting(&"bob", Black)), (Some(Black), None, None));
        friend.seats[Black] = Seat::Person("bob");
        assert_eq!((friend.free(), friend.role(&"bob")), (None, Some(Role::Side(Black))));
        let alone = begun(White, Opponent::OneScreen);
        assert_eq!((alone.role(&"ada"), alone.acting(&"ada", Black)), (Some(Role::Both), Some(Black)));
    }

    #[test]
    fn a_player_plays_one_side_and_one_alone_plays_both() {
        use Color::{Black, White};
        assert_eq!(Color::BOTH.map(|side| Role::Side(White).plays(side)), [true, false]);
        assert_eq!(Color::BOTH.map(|side| Role::Side(Black).plays(side)), [false, true]);
        assert_eq!(Color::BOTH.map(|side| Role::Both.plays(side)), [true, true]);
    }

    #[test]
    fn the_first_move_has_its_time_where_two_have_days_for_each() {
        let seconds = Duration::from_secs;
        let days = Some(TimeControl::PerMove(seconds(3 * 86_400)));
        let game = Some(TimeControl::Fischer { initial: seconds(60), increment: seconds(1) });
        let engine = Opponent::Engine { level: 3 };
        for (opponent, control, at_once) in [
            (Opponent::Friend, days, true),
            (Opponent::Friend, game, false),
            (Opponent::Friend, None, false),
            (engine, days, false),
            (Opponent::OneScreen, days, false),
        ] {
            let pairing = Pairing { control, ..begun(Color::White, opponent) };
            assert_eq!(pairing.clock_runs_at_once(), at_once, "{opponent:?}, {control:?}");
            let clocks = pairing.clocks();
            assert_eq!(clocks.map(|clocks| clocks.shown()), control.map(|control| ByColor::both(control.first())));
            // The game that is played does the same.
            let start = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap().start();
            let state = GameState::new(start.clone(), opponent.players());
            let state = match control {
                Some(control) => state.with_clocks(ByColor::both(Some(control))),
                None => state,
            };
            let open = Progress { open: true, ..state.progress().clone() };
            let mut state = GameState::restored(start.clone(), start, opponent.players(), open);
            assert_eq!(state.apply(Color::White, Action::Begin, seconds(5)), Ok(Effect::Begun));
            let running = state.progress().clocks.and_then(|clocks| clocks.running());
            assert_eq!(running, at_once.then_some((Color::White, seconds(5))), "{opponent:?}, {control:?}");
        }
    }

    #[test]
    fn in_a_rematch_sides_are_changed() {
        let first = begun(Color::White, Opponent::Engine { level: 3 });
        assert_eq!(first.rematch(), begun(Color::Black, Opponent::Engine { level: 3 }));
        assert_eq!(first.rematch().rematch(), first);
    }
}
