//! The search for last moves.

use super::confirm::Target;
use super::known::{Diagram, UnMove};
use super::origins::{Halt, are_all, propose};
use super::possible::{Illegal, Possible};
use crate::watch::{Stopped, Watch};
use spielraum_rules::{Rules, Setup};
use std::collections::HashSet;
use thiserror::Error;

/// What is known of the past of a position.
#[derive(Clone)]
pub struct Past {
    /// The last moves that are possible, each with every piece it can have captured, in the order of their texts.
    pub last: Vec<UnMove>,
    /// Why the position is illegal, as far as that is proved.
    pub illegal: Vec<Illegal>,
    /// Whether it is the position that the game starts from, which needs no last move.
    pub is_start: bool,
    /// Why there may be last moves that are not listed; `None`: all are.
    pub gap: Option<Gap>,
}

/// Why last moves may be missing.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Gap {
    /// What moves do besides can't be seen afterwards.
    #[error("after moves of this game more happens than can be taken back")]
    Effects,
    /// The search ended early.
    #[error("not everything was searched: {0}")]
    Stopped(#[from] Stopped),
}

/// The last moves of a position, each of which has `depth - 1` moves before it (1: whatever comes before the last move).
pub fn past(diagram: &Diagram, depth: u32, watch: &Watch) -> Past {
    let rules = diagram.position.rules();
    let setup = diagram.position.setup();
    let possible = Possible::of(rules);
    let illegal = possible.faults(&setup, diagram.castling_known);
    // What is impossible in the diagram itself was so before the last move, too.
    let mut search = Search { possible: illegal.is_empty().then_some(&possible), watch, dead: HashSet::new() };
    let mut past = Past { last: Vec::new(), illegal, is_start: is_start(&setup, rules), gap: None };
    let end = search.each(diagram, depth, &mut |unmove| {
        past.last.push(unmove);
        Ok(())
    });
    past.gap = match end {
        Err(Halt::Stopped(stopped)) => Some(Gap::Stopped(stopped)),
        _ if !are_all(rules.spec()) => Some(Gap::Effects),
        _ => None,
    };
    past.last.sort_by_cached_key(UnMove::text);
    if past.last.is_empty() && past.gap.is_none() && !past.is_start && past.illegal.is_empty() {
        past.illegal.push(Illegal::NoLastMove);
    }
    past
}

fn is_start(setup: &Setup, rules: &Rules) -> bool {
    let start = &rules.spec().start;
    setup.placement == start.placement && setup.side == start.side && setup.part == start.part
}

struct Search<'a> {
    /// What refuses origins; `None`: nothing does.
    possible: Option<&'a Possible<'a>>,
    watch: &'a Watch,
    /// Positions that have no past of a length, as text.
    dead: HashSet<(String, u32)>,
}

impl Search<'_> {
    /// Calls `visit` with the last moves of a position that have as much past, until it wants no more.
    fn each(
        &mut self,
        diagram: &Diagram,
        depth: u32,
        visit: &mut dyn FnMut(UnMove) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let target = Target::new(diagram);
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let watch = self.watch;
        propose(&diagram.position, &mut |origin| {
            watch.count(1)?;
            if self.refuses(&origin.setup) {
                return Ok(());
            }
            target.confirm(&origin, &mut found);
            for unmove in found.drain(..) {
                if seen.insert((unmove.before.fen(), unmove.played.to_bits()))
                    && !self.excludes(&unmove, diagram)
                    && (depth <= 1 || self.has_past(&unmove, diagram, depth - 1)?)
                {
                    visit(unmove)?;
                }
            }
            Ok(())
        })
    }

    /// Whether a proposal can't have come up, as far as counting shows. What is in hand may still change.
    fn refuses(&self, proposal: &Setup) -> bool {
        let judge = self.possible.filter(|possible| !possible.counts_hands());
        judge.is_some_and(|possible| !possible.plain_faults(proposal).is_empty())
    }

    /// Whether what came before a last move can't have come up.
    fn excludes(&self, unmove: &UnMove, diagram: &Diagram) -> bool {
        let before = unmove.before.setup();
        self.possible.is_some_and(|possible| !possible.faults(&before, diagram.castling_known).is_empty())
    }

    /// Whether what came before a last move has itself a past of this length, or is where the game starts.
    fn has_past(&mut self, unmove: &UnMove, later: &Diagram, depth: u32) -> Result<bool, Stopped> {
        let before = unmove.before.setup();
        let key = (unmove.before.fen(), depth);
        if is_start(&before, unmove.before.rules()) {
            return Ok(true);
        }
        if self.dead.contains(&key) {
            return Ok(false);
        }
        let diagram = unmove.earlier(later);
        match self.each(&diagram, depth, &mut |_| Err(Halt::Found)) {
            Err(Halt::Stopped(stopped)) => return Err(stopped),
            Ok(()) if are_all(unmove.before.rules().spec()) => {}
            // Where proposals are missing, there may be a past that is not found.
            Ok(()) | Err(Halt::Found) => return Ok(true),
        }
        self.dead.insert(key);
        Ok(false)
    }
}
