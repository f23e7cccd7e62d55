//! The clocks of a game. All times are milliseconds.

use crate::wire;
use spielraum_rules::Color;

/// What each side has for the game, and gets for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    pub initial: i64,
    pub increment: i64,
}

/// What each side has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// When neither clock ran, or when the running one was set going.
    pub left: wire::Sides<i64>,
    /// Whose clock runs, and since when.
    pub running: Option<(Color, i64)>,
}

impl Clocks {
    /// The clocks before the game.
    pub fn new(control: Control) -> Self {
        Self { left: wire::Sides::new(|_| control.initial), running: None }
    }

    /// What a side has left at a time, 0 or more.
    pub fn left(&self, color: Color, now: i64) -> i64 {
        let used = self.running.filter(|(running, _)| *running == color).map_or(0, |(_, since)| now - since);
        (self.left.of(color) - used.max(0)).max(0)
    }

    /// When the running clock will be at 0, and whose it is.
    pub fn falls(&self) -> Option<(Color, i64)> {
        self.running.map(|(color, since)| (color, since + self.left.of(color)))
    }

    /// Stops the running clock.
    pub fn stop(&mut self, now: i64) {
        if let Some((color, _)) = self.running {
            *self.left.of_mut(color) = self.left(color, now);
            self.running = None;
        }
    }

    /// Sets a clock going.
    pub fn run(&mut self, color: Color, now: i64) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Takes up a move, the `ply`-th of the game. The first one costs no time: the player may not have known that
    /// the game had begun.
    pub fn moved(&mut self, mover: Color, now: i64, control: Control, ply: u32) {
        self.run(!mover, now);
        if ply > 1 {
            *self.left.of_mut(mover) += control.increment;
        }
    }

    /// As the client sees them.
    pub fn view(&self, control: Control, now: i64) -> wire::Clock {
        wire::Clock {
            initial: (control.initial / 1000) as u32,
            increment: (control.increment / 1000) as u32,
            white: self.left(Color::White, now),
            black: self.left(Color::Black, now),
            running: self.running.map(|(color, _)| color.into()),
            at: now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: Control = Control { initial: 10_000, increment: 1_000 };

    #[test]
    fn a_clock_runs_for_the_side_to_move_from_the_first_move_on() {
        let mut clocks = Clocks::new(CONTROL);
        assert_eq!((clocks.left(Color::White, 99_999), clocks.falls()), (10_000, None));
        clocks.moved(Color::White, 100_000, CONTROL, 1);
        assert_eq!((clocks.left(Color::White, 103_000), clocks.left(Color::Black, 103_000)), (10_000, 7_000));
        assert_eq!(clocks.falls(), Some((Color::Black, 110_000)));
        clocks.moved(Color::Black, 103_000, CONTROL, 2);
        assert_eq!((clocks.left(Color::Black, 103_000), clocks.left(Color::White, 104_500)), (8_000, 8_500));
        clocks.stop(105_000);
        assert_eq!((clocks.left(Color::White, 200_000), clocks.falls()), (8_000, None));
    }

    #[test]
    fn a_clock_ends_at_zero() {
        let mut clocks = Clocks::new(CONTROL);
        clocks.run(Color::White, 0);
        assert_eq!(clocks.left(Color::White, 10_001), 0);
        clocks.stop(20_000);
        assert_eq!(clocks.left.white, 0);
    }
}
