//! What a draft is worth: how far it is from a sound problem, or how good a problem it is.

use super::ends::{Play, flights};
use super::theme::Theme;
use super::wishes::Wishes;
use crate::battle::Battle;
use crate::goal::Judge;
use crate::moves::list_moves;
use crate::table::Table;
use crate::{Aim, Checkpoint, Goal, Limits, Options, Problem, Solution, Stopped, Watch, solve};
use spielraum_rules::{GenType, Move, MoveList, Position};

/// A royal with more moves than this is far from being mated.
const MOST_FLIGHTS: usize = 6;

/// The positions that may be looked at to judge a draft.
const EFFORT: u64 = 200_000;

/// More keys than this are all alike.
const MOST_KEYS: usize = 6;

/// This many refutations of the best try are all alike.
const MOST_REFUTATIONS: usize = 40;

/// The bytes of the table that all drafts share.
const TABLE: usize = 1 << 22;

/// The lines of a solution that are looked at.
const ROOM: usize = 3000;

/// What a draft costs; the best problem costs least.
#[derive(Clone)]
pub(super) struct Value {
    pub cost: i64,
    /// What a sound one shows.
    pub merit: Option<Merit>,
}

/// What a sound problem shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merit {
    /// Its solutions, with all variations.
    pub solutions: Vec<Solution>,
    /// Its themes.
    pub themes: Vec<Theme>,
    /// The number of different last moves.
    pub variations: usize,
    /// Defences after which there is more than one way on.
    pub duals: usize,
    /// Whether a first move gives check or captures.
    pub forceful: bool,
}

/// Judges drafts of one game and stipulation.
pub(super) struct Critic<'w> {
    wishes: &'w Wishes,
    table: Table,
    judge: Option<Judge>,
    /// The positions looked at so far.
    pub nodes: u64,
}

impl<'w> Critic<'w> {
    pub(super) fn new(wishes: &'w Wishes) -> Self {
        Self { wishes, table: Table::new(TABLE), judge: None, nodes: 0 }
    }

    /// What a position costs.
    pub(super) fn value(&mut self, position: &Position) -> Value {
        let unsound = |cost| Value { cost, merit: None };
        if let Some(flights) = self.spare_flights(position) {
            self.nodes += 1;
            return unsound(25_000 + 100 * flights as i64);
        }
        let watch = Watch::new(Limits { nodes: Some(EFFORT), ..Limits::default() });
        let problem = Problem::of_position(position.clone(), self.wishes.stipulation.clone(), Options::default());
        let found =
            if problem.stipulation.is_battle() { self.keys(&problem, &watch) } else { self.lines(problem, &watch) };
        self.nodes += watch.progress().nodes;
        match found {
            Err(_) => unsound(30_000),
            Ok(Err(cost)) => unsound(cost),
            Ok(Ok(solutions)) => {
                let plays: Vec<Play> = solutions.iter().map(|solution| Play::of(position, solution)).collect();
                self.sound(position, &plays, solutions)
            }
        }
    }

    /// The moves of a royal that is to be mated against its will, where there are too many to search.
    fn spare_flights(&self, position: &Position) -> Option<usize> {
        let stipulation = &self.wishes.stipulation;
        let is_mate = stipulation.is_battle() && stipulation.aim == Aim::Direct && stipulation.goal == Goal::Mate;
        if !is_mate || position.in_check() {
            return None;
        }
        let mut other = position.clone();
        other.make_null();
        flights(&other).filter(|&flights| flights > MOST_FLIGHTS)
    }

    /// The keys of a sound problem, or what an unsound one costs.
    fn keys(&mut self, problem: &Problem, watch: &Watch) -> Result<Result<Vec<Solution>, i64>, Stopped> {
        let judge = self.judge.get_or_insert_with(|| problem.judge());
        let mut battle = Battle::new(problem, judge, &self.table, watch);
        let length = problem.stipulation.length.moves;
        let mut moves = MoveList::new();
        list_moves(&problem.position, GenType::All, &mut moves);
        let mut keys: Vec<(Move, u16)> = Vec::new();
        for &m in &moves {
            keys.extend(battle.first_move(m, length)?.map(|found| (m, found)));
            if keys.len() > MOST_KEYS {
                break;
            }
        }
        let result = match keys[..] {
            [] => Err(20_000 + 100 * battle.least_refutations(&moves, length, MOST_REFUTATIONS)? as i64),
            [(m, found)] if found == length => Ok(vec![Solution::Key(battle.tree(m, found, ROOM)?)]),
            _ => {
                let short = keys.iter().filter(|(_, found)| *found < length).count();
                Err(5_000 + 500 * keys.len() as i64 + 500 * short as i64)
            }
        };
        battle.finish()?;
        Ok(result)
    }

    /// The lines of a sound problem, or what an unsound one costs.
    fn lines(&mut self, mut problem: Problem, watch: &Watch) -> Result<Result<Vec<Solution>, i64>, Stopped> {
        problem.options.max_solutions = self.wishes.solutions + MOST_KEYS;
        problem.options.memory = TABLE;
        let report = solve(&problem, watch, &mut Checkpoint::default(), &|_, _| ());
        let count = report.solutions.len();
        match report.stopped {
            Some(why) if why != Stopped::Solutions => Err(why),
            _ if count == 0 => Ok(Err(20_000)),
            _ if count != self.wishes.solutions => Ok(Err(5_000 + 500 * count as i64)),
            _ => Ok(Ok(report.solutions)),
        }
    }

    fn sound(&self, position: &Position, plays: &[Play], solutions: Vec<Solution>) -> Value {
        let wishes = self.wishes;
        let mut themes: Vec<Theme> = plays.iter().flat_map(Theme::of).collect();
        themes.sort_unstable();
        themes.dedup();
        let duals: usize = plays.iter().map(|play| play.duals).sum();
        let variations: usize = plays.iter().map(Play::variations).sum();
        let forceful =
            position.in_check() || plays.iter().any(|play| play.key.is_some_and(|key| is_forceful(position, key)));
        let ends = || plays.iter().flat_map(|play| &play.ends);
        let economical = ends().filter(|end| end.is_economical()).count();
        let models = ends().filter(|end| end.is_model_mate()).count();
        let flights: i64 =
            plays.iter().filter_map(|play| play.flights).map(|(before, after)| before as i64 - after as i64).sum();
        let missing = wishes.themes.iter().filter(|theme| !themes.contains(theme)).count();
        let pieces =
            position.count_all(spielraum_rules::Color::White) + position.count_all(spielraum_rules::Color::Black);
        let wanted = wishes.variations.saturating_sub(variations) as i64;
        let cost = i64::from(pieces) * 25
            + if forceful && !wishes.any_key { 900 } else { 0 }
            + 500 * missing as i64
            + 200 * wanted
            + if wishes.duals { 15 } else { 120 } * duals.min(20) as i64
            + 60 * flights.clamp(-3, 10)
            - 60 * variations.min(6) as i64
            - 40 * models.min(4) as i64
            - 20 * economical.min(4) as i64
            - 30 * themes.len() as i64;
        Value { cost, merit: Some(Merit { solutions, themes, variations, duals, forceful }) }
    }
}

impl Merit {
    /// Whether everything is as it was asked for.
    pub(super) fn fits(&self, wishes: &Wishes) -> bool {
        (wishes.any_key || !self.forceful)
            && (wishes.duals || self.duals == 0)
            && self.variations >= wishes.variations
            && wishes.themes.iter().all(|theme| self.themes.contains(theme))
    }
}

/// Whether a move captures or gives check.
fn is_forceful(position: &Position, m: Move) -> bool {
    let mut after = position.clone();
    after.make_unchecked(m);
    position.captured_by(m).is_some() || after.in_check()
}
