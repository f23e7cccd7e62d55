//! How many targets a piece can be expected to have on a board filled at random.

use super::Mobility;
use crate::tables::lines::Bits;
use crate::tables::{Mover, Ride};
use spielraum_geometry::Cell;

impl<const W: usize> Mover<W> {
    /// The expected numbers of targets from a cell when every other cell is empty with probability `empty` (after
    /// H. M. Taylor, 1876, who measured the power of chessmen so).
    pub(crate) fn expected_mobility(&self, from: Cell, empty: f64) -> Mobility {
        let mut mobility = Mobility {
            quiet: f64::from(self.quiet_leaps(from).count()),
            capture: f64::from(self.attack_leaps(from).count()),
        };
        let slides = |between: i32| empty.powi(between);
        let hops = |between: i32| f64::from(between) * (1.0 - empty) * empty.powi((between - 1).max(0));
        let hops_next = |between: i32| if between > 0 { (1.0 - empty) * empty.powi(between - 1) } else { 0.0 };
        for ride in self.slides.get(from) {
            add(&mut mobility, ride, slides);
        }
        for ride in self.hops.get(from) {
            add(&mut mobility, ride, if ride.next { &hops_next as &dyn Fn(i32) -> f64 } else { &hops });
        }
        for route in self.routes.get(from) {
            let blocked: f64 = route.ways.iter().map(|way| 1.0 - empty.powi(way.count() as i32)).product();
            mobility.quiet += if route.quiet { 1.0 - blocked } else { 0.0 };
            mobility.capture += if route.capture { 1.0 - blocked } else { 0.0 };
        }
        mobility
    }
}

/// Adds the targets of a ride; `open` is the probability that the way is open, by the number of cells between.
fn add(mobility: &mut Mobility, ride: &Ride, open: impl Fn(i32) -> f64) {
    let between = |place: u32| (place as i32 - i32::from(ride.pos)).abs() - 1;
    mobility.quiet += Bits(ride.quiet).map(|place| open(between(place))).sum::<f64>();
    mobility.capture += Bits(ride.capture).map(|place| open(between(place))).sum::<f64>();
}
