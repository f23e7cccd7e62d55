//! The clocks of a game.

use spielraum_rules::{ByColor, Color};
use std::time::Duration;

/// A point in time: what has passed since a moment that the caller has chosen once for the whole game.
pub type Time = Duration;

/// How much time a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A time for the whole game, and more with each move (Fischer's clock).
    Fischer {
        /// For the whole game.
        initial: Duration,
        /// For each move that was made while the clock ran.
        increment: Duration,
    },
    /// The same time for each move, as in games by correspondence: what a move leaves of it is not kept.
    PerMove(Duration),
}

impl TimeControl {
    /// What a clock shows before the first move.
    pub fn first(self) -> Duration {
        match self {
            Self::Fischer { initial, .. } => initial,
            Self::PerMove(time) => time,
        }
    }

    /// What a clock that showed `left` when a move was made shows from then on.
    fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::Fischer { increment, .. } => left.saturating_add(increment),
            Self::PerMove(time) => time,
        }
    }

    /// What comes with each move besides what is left.
    pub fn increment(self) -> Duration {
        match self {
            Self::Fischer { increment, .. } => increment,
            Self::PerMove(_) => Duration::ZERO,
        }
    }

    /// The same for a player who goes berserk: half of the time for the whole game, and none with each move. `None`: there is
    /// nothing to halve.
    pub fn berserk(self) -> Option<Self> {
        match self {
            Self::Fischer { initial, .. } if !initial.is_zero() => {
                Some(Self::Fischer { initial: initial / 2, increment: Duration::ZERO })
            }
            _ => None,
        }
    }

    /// Whether both players have to be there at once, so that the game is over in one sitting.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Fischer { .. })
    }
}

/// The clocks of both sides. A side without a time control has as much time as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: ByColor<Option<TimeControl>>,
    left: ByColor<Duration>,
    running: Option<(Color, Time)>,
}

impl Clocks {
    /// The clocks before the game; neither runs.
    pub fn new(control: ByColor<Option<TimeControl>>) -> Self {
        let mut clocks = Self { control, left: ByColor::default(), running: None };
        clocks.left = clocks.first_shown();
        clocks
    }

    /// Clocks that show `left`, or showed it when the one that is `running` was set going.
    pub fn restored(
        control: ByColor<Option<TimeControl>>,
        left: ByColor<Duration>,
        running: Option<(Color, Time)>,
    ) -> Self {
        Self { control, left, running }
    }

    /// The time control of a side, if it has one.
    pub fn control(&self, color: Color) -> Option<TimeControl> {
        self.control[color]
    }

    /// What a side had left when neither clock ran or the running one was set going.
    pub fn stopped_at(&self, color: Color) -> Duration {
        self.left[color]
    }

    /// Whose clock runs, and since when.
    pub fn running(&self) -> Option<(Color, Time)> {
        self.running
    }

    /// What a side has left; nothing is reported of one that has no time control.
    pub fn left(&self, color: Color, now: Time) -> Option<Duration> {
        let used = self
            .running
            .filter(|(running, _)| *running == color)
            .map_or(Duration::ZERO, |(_, since)| now.saturating_sub(since));
        self.control[color].map(|_| self.left[color].saturating_sub(used))
    }

    /// Whose clock will have no time left, and when, if nothing happens before.
    pub fn falls(&self) -> Option<(Color, Time)> {
        let (color, since) = self.running?;
        self.control[color].map(|_| (color, since.saturating_add(self.left[color])))
    }

    /// Sets a side's clock going, and stops the other.
    pub fn run(&mut self, color: Color, now: Time) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// What both sides had left when neither clock ran or the running one was set going.
    pub fn shown(&self) -> ByColor<Duration> {
        self.left
    }

    /// What both sides have before the first move.
    pub(crate) fn first_shown(&self) -> ByColor<Duration> {
        self.control.map(|control| control.map_or(Duration::ZERO, TimeControl::first))
    }

    /// Lets the running clock have begun at another time: nobody is charged for what its owner could not know yet.
    pub(crate) fn begins(&mut self, at: Time) {
        self.running = self.running.map(|(color, _)| (color, at));
    }

    /// Lets the running clock stand still from a point in time on until another, if it runs for each move. Saying so again
    /// changes nothing.
    pub(crate) fn rest(&mut self, from: Time, until: Time) {
        if let Some((color, since)) = self.running
            && since < until
            && matches!(self.control[color], Some(TimeControl::PerMove(_)))
        {
            self.left[color] = self.left(color, from).unwrap_or_default();
            self.running = Some((color, until));
        }
    }

    /// Lets a clock that stands still run from now on.
    pub(crate) fn resume(&mut self, now: Time) {
        self.running = self.running.map(|(color, since)| (color, since.min(now)));
    }

    /// Until when the clock of the side to move stands still, if it does.
    pub fn rests(&self, now: Time) -> Option<Time> {
        self.running.map(|(_, since)| since).filter(|since| *since > now)
    }

    /// Does not charge the side whose clock runs for some of the time until now.
    pub(crate) fn forgive(&mut self, time: Duration, now: Time) {
        self.running = self.running.map(|(color, since)| (color, since.saturating_add(time).min(now.max(since))));
    }

    /// Puts both clocks back to what they showed. One that was halved since never shows more than half.
    pub(crate) fn put_back(&mut self, shown: ByColor<Duration>) {
        let first = self.first_shown();
        self.left = ByColor::new(|color| match self.control[color] {
            Some(TimeControl::Fischer { increment: Duration::ZERO, .. }) => shown[color].min(first[color]),
            _ => shown[color],
        });
    }

    /// Halves a side's clock, which gets no more with its moves from then on. Whether it could: a clock that shows less than
    /// that stays as it is.
    pub(crate) fn halve(&mut self, color: Color, now: Time) -> bool {
        let control = self.control[color];
        let halved = control.and_then(TimeControl::berserk);
        let (Some(control), Some(halved), Some(left)) = (control, halved, self.left(color, now)) else { return false };
        let taken = control.first() - halved.first();
        if left <= taken {
            return false;
        }
        self.control[color] = Some(halved);
        self.left[color] = self.left[color].saturating_sub(taken);
        true
    }

    /// Says whose clock it is that runs, if one does.
    pub(crate) fn runs_for(&mut self, color: Color) {
        self.running = self.running.map(|(_, since)| (color, since));
    }

    /// Stops the running clock.
    pub fn stop(&mut self, now: Time) {
        if let Some((color, _)) = self.running {
            self.left[color] = self.left(color, now).unwrap_or_default();
            self.running = None;
        }
    }

    /// Takes up a move, after which `next` is to move. A move made while the mover's clock stood still, as the first one
    /// of a game that nobody may have known to have begun, costs no time and earns none.
    pub(crate) fn moved(&mut self, mover: Color, next: Color, now: Time) {
        let ran = self.running.is_some_and(|(color, _)| color == mover);
        self.run(next, now);
        // In the middle of a turn the clock goes on.
        if mover == next {
            return;
        }
        if let (true, Some(control)) = (ran, self.control[mover]) {
            self.left[mover] = control.after_move(self.left[mover]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks() -> Clocks {
        Clocks::new(ByColor::both(Some(TimeControl::Fischer { initial: s(10), increment: s(1) })))
    }

    #[test]
    fn a_time_for_the_whole_game_is_played_in_one_sitting() {
        let [game, days] = [TimeControl::Fischer { initial: s(10), increment: s(1) }, TimeControl::PerMove(s(86_400))];
        assert_eq!([game.first(), days.first()], [s(10), s(86_400)]);
        assert_eq!([game.increment(), days.increment()], [s(1), s(0)]);
        assert_eq!([game.is_live(), days.is_live()], [true, false]);
    }

    #[test]
    fn a_clock_runs_for_the_side_to_move_from_the_first_move_on() {
        let mut clocks = clocks();
        assert_eq!((clocks.left(White, s(99)), clocks.falls()), (Some(s(10)), None));
        clocks.moved(White, Black, s(100));
        assert_eq!((clocks.left(White, s(103)), clocks.left(Black, s(103))), (Some(s(10)), Some(s(7))));
        assert_eq!(clocks.falls(), Some((Black, s(110))));
        clocks.moved(Black, White, s(103));
        assert_eq!((clocks.left(Black, s(103)), clocks.left(White, s(104))), (Some(s(8)), Some(s(9))));
        clocks.stop(s(105));
        assert_eq!((clocks.left(White, s(200)), clocks.falls()), (Some(s(8)), None));
    }

    #[test]
    fn a_clock_ends_at_zero_and_a_side_without_one_never_falls() {
        let mut clocks = clocks();
        clocks.run(White, s(0));
        assert_eq!(clocks.left(White, s(11)), Some(s(0)));
        clocks.stop(s(20));
        assert_eq!(clocks.stopped_at(White), s(0));
        let control = ByColor { white: None, black: clocks.control(Black) };
        let mut one = Clocks::new(control);
        one.run(White, s(0));
        assert_eq!((one.left(White, s(1000)), one.falls()), (None, None));
    }

    #[test]
    fn a_clock_for_each_move_begins_anew_with_it() {
        const DAYS: Duration = s(3 * 86_400);
        let mut clocks = Clocks::new(ByColor::both(Some(TimeControl::PerMove(DAYS))));
        clocks.run(White, s(0));
        assert_eq!(clocks.falls(), Some((White, DAYS)));
        clocks.moved(White, Black, s(86_400));
        assert_eq!(clocks.shown(), ByColor::both(DAYS));
        assert_eq!(clocks.falls(), Some((Black, DAYS + s(86_400))));
        assert_eq!(clocks.left(Black, s(2 * 86_400)), Some(s(2 * 86_400)));
        // A part of a turn is made within the same time.
        clocks.moved(Black, Black, s(2 * 86_400));
        assert_eq!((clocks.shown()[Black], clocks.falls()), (s(2 * 86_400), Some((Black, DAYS + s(86_400)))));
    }

    #[test]
    fn a_clock_stands_still_once_however_often_that_is_said() {
        const DAY: Duration = s(86_400);
        let mut clocks = Clocks::new(ByColor::both(Some(TimeControl::PerMove(3 * DAY))));
        clocks.rest(s(0), 9 * DAY);
        assert_eq!((clocks.running(), clocks.rests(s(0))), (None, None));
        clocks.run(White, DAY);
        // A day is used up when it begins to stand still, and none until it goes on.
        for _ in 0..2 {
            clocks.rest(2 * DAY, 9 * DAY);
            assert_eq!((clocks.rests(4 * DAY), clocks.rests(9 * DAY)), (Some(9 * DAY), None));
            assert_eq!((clocks.left(White, 8 * DAY), clocks.left(White, 10 * DAY)), (Some(2 * DAY), Some(DAY)));
            assert_eq!(clocks.falls(), Some((White, 11 * DAY)));
        }
        clocks.resume(5 * DAY);
        clocks.resume(6 * DAY);
        assert_eq!((clocks.rests(5 * DAY), clocks.falls()), (None, Some((White, 7 * DAY))));
        // One that is set going meanwhile has all its time, and one for the whole game goes on.
        clocks.moved(White, Black, 6 * DAY);
        clocks.rest(2 * DAY, 9 * DAY);
        assert_eq!((clocks.left(Black, 9 * DAY), clocks.falls()), (Some(3 * DAY), Some((Black, 12 * DAY))));
        let mut game = self::clocks();
        game.run(White, s(0));
        game.rest(s(1), s(100));
        assert_eq!(game.falls(), Some((White, s(10))));
    }

    #[test]
    fn a_halved_clock_keeps_what_was_used_and_earns_nothing() {
        let mut clocks = clocks();
        clocks.moved(White, Black, s(100));
        assert!(clocks.halve(Black, s(103)) && clocks.halve(White, s(103)));
        assert_eq!((clocks.left(Black, s(103)), clocks.left(White, s(103))), (Some(s(2)), Some(s(5))));
        assert_eq!(clocks.falls(), Some((Black, s(105))));
        clocks.moved(Black, White, s(104));
        assert_eq!((clocks.left(Black, s(104)), clocks.left(White, s(105))), (Some(s(1)), Some(s(4))));
        // Moves that are taken back do not bring back what was given away.
        clocks.put_back(ByColor { white: s(10), black: s(3) });
        assert_eq!(clocks.shown(), ByColor { white: s(5), black: s(3) });
    }

    #[test]
    fn a_clock_is_not_halved_where_that_would_end_the_game_or_mean_nothing() {
        let mut late = clocks();
        late.run(White, s(0));
        assert!(!late.halve(White, s(5)) && late.halve(White, s(4)));
        assert_eq!(late.falls(), Some((White, s(5))));
        let mut days = Clocks::new(ByColor { white: Some(TimeControl::PerMove(s(86_400))), black: None });
        assert!(!days.halve(White, s(0)) && !days.halve(Black, s(0)));
        let nothing = TimeControl::Fischer { initial: s(0), increment: s(2) };
        assert!(!Clocks::new(ByColor::both(Some(nothing))).halve(White, s(0)));
    }

    #[test]
    fn stored_clocks_go_on_where_they_were() {
        let control = ByColor { white: Some(TimeControl::Fischer { initial: s(10), increment: s(1) }), black: None };
        let left = ByColor { white: s(7), black: s(0) };
        let clocks = Clocks::restored(control, left, Some((White, s(50))));
        assert_eq!((clocks.control(White), clocks.control(Black)), (control.white, None));
        assert_eq!((clocks.running(), clocks.shown()), (Some((White, s(50))), left));
        assert_eq!((clocks.stopped_at(White), clocks.left(White, s(53))), (s(7), Some(s(4))));
        assert_eq!(
            (clocks.falls(), clocks.first_shown()),
            (Some((White, s(57))), ByColor { white: s(10), black: s(0) })
        );
    }

    #[test]
    fn a_running_clock_is_corrected_and_a_stopped_one_stays() {
        let mut clocks = clocks();
        clocks.begins(s(1));
        clocks.forgive(s(1), s(5));
        clocks.runs_for(Black);
        assert_eq!(clocks.running(), None);
        clocks.run(White, s(100));
        clocks.begins(s(102));
        assert_eq!(clocks.running(), Some((White, s(102))));
        clocks.forgive(s(3), s(110));
        assert_eq!(clocks.running(), Some((White, s(105))));
        // No more than has passed is forgiven, and nothing before the clock was set going.
        clocks.forgive(s(60), s(110));
        assert_eq!(clocks.running(), Some((White, s(110))));
        clocks.forgive(s(60), s(90));
        assert_eq!(clocks.running(), Some((White, s(110))));
        clocks.runs_for(Black);
        assert_eq!(clocks.running(), Some((Black, s(110))));
        clocks.put_back(ByColor { white: s(3), black: s(4) });
        assert_eq!((clocks.left(White, s(112)), clocks.left(Black, s(112))), (Some(s(3)), Some(s(2))));
    }
}
