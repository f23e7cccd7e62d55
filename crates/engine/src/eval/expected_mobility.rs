//! How many targets a piece can be expected to have on a board filled at random.

use spielraum_geometry::Cell;
use spielraum_rules::bitboards::{Bits, Mover, MoverViewer, Ride};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Rules};

/// How many targets a piece can be expected to have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ExpectedMobility {
    /// Targets of moves that don't capture.
    pub(super) quiet: f64,
    /// Targets of captures.
    pub(super) capture: f64,
}

impl ExpectedMobility {
    /// The expected numbers of targets from a cell when every cell of the board is empty with probability `empty`,
    /// whatever stands on the targets themselves (after H. M. Taylor, 1876, who measured the power of chessmen so).
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub(super) fn of(rules: &Rules, color: Color, kind: PieceType, from: Cell, empty: f64) -> Self {
        rules.view_movers(Expect { color, kind, from, empty })
    }

    /// Adds the targets of a ride; `open` is the probability that the way is open, by the number of cells between.
    fn add(&mut self, ride: &Ride, open: impl Fn(i32) -> f64) {
        let between = |place: u32| (place as i32 - i32::from(ride.pos)).abs() - 1;
        self.quiet += Bits(ride.quiet).map(|place| open(between(place))).sum::<f64>();
        self.capture += Bits(ride.capture).map(|place| open(between(place))).sum::<f64>();
    }
}

struct Expect {
    color: Color,
    kind: PieceType,
    from: Cell,
    empty: f64,
}

impl MoverViewer for Expect {
    type Output = ExpectedMobility;

    fn view<const W: usize>(self, movers: &ByColor<Vec<Mover<W>>>) -> ExpectedMobility {
        let Self { color, kind, from, empty } = self;
        let mover = &movers[color][kind.index()];
        let mut mobility = ExpectedMobility {
            quiet: f64::from(mover.quiet_leaps(from).count()),
            capture: f64::from(mover.attack_leaps(from).count()),
        };
        let slides = |between: i32| empty.powi(between);
        let hops = |between: i32| f64::from(between) * (1.0 - empty) * empty.powi((between - 1).max(0));
        let hops_next = |between: i32| if between > 0 { (1.0 - empty) * empty.powi(between - 1) } else { 0.0 };
        for ride in mover.slides(from) {
            mobility.add(ride, slides);
        }
        for ride in mover.hops(from) {
            mobility.add(ride, if ride.hop.is_next() { &hops_next as &dyn Fn(i32) -> f64 } else { &hops });
        }
        for route in mover.routes(from) {
            let blocked: f64 = route.ways.iter().map(|way| 1.0 - empty.powi(way.count() as i32)).product();
            mobility.quiet += if route.quiet { 1.0 - blocked } else { 0.0 };
            mobility.capture += if route.capture { 1.0 - blocked } else { 0.0 };
        }
        mobility
    }
}
