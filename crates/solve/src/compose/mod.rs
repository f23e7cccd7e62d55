//! The composer's bench: a search for sound problems, and for better ones than a given one.
//!
//! A draft is changed a little again and again, and the change is kept where it does no harm: hill climbing from random
//! positions, with a cost that first leads to a sound problem (refutations of the best try, cooks) and then to a good one.

mod ends;
mod merit;
mod sketch;
mod theme;
mod wishes;

pub use merit::Merit;
pub use theme::Theme;
pub use wishes::Wishes;

use crate::{Problem, ProblemError, Report, Stopped, Watch};
use ends::Play;
use merit::{Critic, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sketch::{Sketch, Workshop};
use spielraum_rules::{Position, Rules};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// A problem that was found.
#[derive(Clone)]
pub struct Composition {
    /// Position and stipulation.
    pub problem: Problem,
    /// What it shows.
    pub merit: Merit,
    /// What it costs: the less, the better. Comparable within one search only.
    pub cost: i64,
}

/// The themes that the solutions of a problem show, in the order of [`Theme::ALL`]. Keys need their variations.
pub fn themes(problem: &Problem, report: &Report) -> Vec<Theme> {
    let plays = report.solutions.iter().map(|solution| Play::of(&problem.position, solution));
    let mut themes: Vec<Theme> = plays.flat_map(|play| Theme::of(&play)).collect();
    themes.sort_unstable();
    themes.dedup();
    themes
}

/// Looks for problems, begun from random positions or from a given one, until `found` breaks or the watch does.
///
/// A given problem is reported first if it is as asked for; after it, only what is better than all before.
pub fn compose(
    rules: &Rules,
    wishes: &Wishes,
    from: Option<&Position>,
    watch: &Watch,
    found: &mut dyn FnMut(&Composition) -> ControlFlow<()>,
) -> Result<Stopped, ProblemError> {
    Problem::check(rules, &wishes.stipulation)?;
    let first = from.map_or(wishes.stipulation.first_side(), Position::side_to_move);
    let mut workshop = Workshop::new(rules, first, wishes.pieces, wishes.material.clone());
    let begin = from.map(Sketch::of);
    if let Some(sketch) = &begin {
        workshop.allow(sketch);
    }
    let random = ChaCha8Rng::seed_from_u64(wishes.seed);
    let bench = Bench { rules, wishes, workshop, critic: Critic::new(wishes), random, watch, seen: Vec::new() };
    Ok(bench.run(begin.as_ref(), found))
}

/// A search that is under way.
struct Bench<'b> {
    rules: &'b Rules,
    wishes: &'b Wishes,
    workshop: Workshop<'b>,
    critic: Critic<'b>,
    random: ChaCha8Rng,
    watch: &'b Watch,
    /// The positions that were reported.
    seen: Vec<u64>,
}

/// A draft that is a position, and what it is worth.
#[derive(Clone)]
struct Draft {
    sketch: Sketch,
    position: Position,
    value: Value,
}

/// A change for the worse is kept once in this many times, if it costs little.
const DARING: u32 = 20;

/// What a daring change may cost.
const DARE: i64 = 150;

impl Bench<'_> {
    fn run(mut self, begin: Option<&Sketch>, found: &mut dyn FnMut(&Composition) -> ControlFlow<()>) -> Stopped {
        let mut least = i64::MAX;
        loop {
            let best = match self.climb(begin) {
                Ok(best) => best,
                Err(stopped) => return stopped,
            };
            let Some(best) = best.filter(|best| best.value.cost < least) else { continue };
            if begin.is_some() {
                least = best.value.cost;
            }
            if self.tell(best, found).is_break() {
                return Stopped::Solutions;
            }
        }
    }

    fn tell(&mut self, draft: Draft, found: &mut dyn FnMut(&Composition) -> ControlFlow<()>) -> ControlFlow<()> {
        let hash = draft.position.hash();
        let Some(merit) = draft.value.merit.filter(|_| !self.seen.contains(&hash)) else {
            return ControlFlow::Continue(());
        };
        self.seen.push(hash);
        self.watch.solutions.fetch_add(1, Ordering::Relaxed);
        let problem = Problem::of_position(draft.position, self.wishes.stipulation.clone(), crate::Options::default());
        found(&Composition { problem, merit, cost: draft.value.cost })
    }

    /// The best problem of one climb that is as asked for.
    fn climb(&mut self, begin: Option<&Sketch>) -> Result<Option<Draft>, Stopped> {
        let first = match begin {
            Some(sketch) => Some(sketch.clone()),
            None => self.workshop.random(&mut self.random),
        };
        let Some(mut now) = first.map(|sketch| self.draft(sketch)).transpose()?.flatten() else { return Ok(None) };
        let mut best = now.clone();
        let mut idle = 0;
        while idle < self.wishes.patience {
            idle += 1;
            let Some(sketch) = self.workshop.changed(&mut self.random, &now.sketch) else { continue };
            let Some(next) = self.draft(sketch)? else { continue };
            let worse = next.value.cost - now.value.cost;
            if worse <= 0 || (worse < DARE && self.random.random_ratio(1, DARING)) {
                now = next;
            }
            if now.value.cost < best.value.cost {
                (best, idle) = (now.clone(), 0);
            }
        }
        self.lighten(best)
    }

    /// Takes away what is superfluous; `None` where the problem is not as asked for.
    fn lighten(&mut self, mut best: Draft) -> Result<Option<Draft>, Stopped> {
        let fits = |draft: &Draft| draft.value.merit.as_ref().is_some_and(|merit| merit.fits(self.wishes));
        let mut at = 0;
        while let Some(sketch) = self.workshop.lighter(&best.sketch).into_iter().nth(at) {
            at += 1;
            let lighter = Self::draft(self, sketch)?;
            if let Some(lighter) = lighter.filter(|lighter| fits(lighter) && lighter.value.cost <= best.value.cost) {
                (best, at) = (lighter, 0);
            }
        }
        Ok(Some(best).filter(fits))
    }

    fn draft(&mut self, sketch: Sketch) -> Result<Option<Draft>, Stopped> {
        let Some(position) = sketch.position(self.rules) else { return Ok(None) };
        let before = self.critic.nodes;
        let value = self.critic.value(&position);
        self.watch.count(self.critic.nodes - before + 1)?;
        Ok(Some(Draft { sketch, position, value }))
    }
}
