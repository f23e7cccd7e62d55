//! Solving a whole problem: first moves are pieces of work for threads, done ones are kept for later.

use crate::battle::Battle;
use crate::goal::Judge;
use crate::line::Lines;
use crate::moves::{is_won, list_moves};
use crate::table::Table;
use crate::{Aim, Line, Manner, Part, Problem, Report, Solution, Stopped, Watch};
use spielraum_rules::{GenType, Move, MoveList};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came of a piece of work that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// In battle play: in how many moves the first move succeeds.
    Battle(Option<u16>),
    /// The lines that begin with it.
    Lines(Vec<Line>),
}

/// Pieces of work that are done: with them a search that was interrupted goes on.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    /// The work done, with what came of it.
    pub done: Vec<(Part, FirstMove)>,
}

/// Lines of fewer half moves are searched in one piece for each first move.
const SPLIT_FROM: u16 = 6;

/// There are no more pieces of work for one length.
const MOST_PARTS: usize = 4000;

/// A table for a short problem has this many bytes, and for each half move four times as many, up to what is allowed.
const LEAST_TABLE: usize = 1 << 12;

/// Solves a problem. Work that `checkpoint` has is not done again; what is done is added to it, and is passed to `keep` at
/// once.
pub fn solve(
    problem: &Problem,
    watch: &Watch,
    checkpoint: &mut Checkpoint,
    keep: &(dyn Fn(Part, &FirstMove) + Sync),
) -> Report {
    let judge = problem.judge();
    let plies = u32::from(problem.stipulation.plies()) * if problem.stipulation.is_battle() { 2 } else { 1 };
    let bytes = LEAST_TABLE.saturating_mul(1usize.checked_shl(2 * plies).unwrap_or(usize::MAX));
    let table = Table::new(bytes.min(problem.options.memory));
    let solver = Solver { problem, judge: &judge, table: &table, watch, keep };
    let mut report = if problem.stipulation.is_battle() { solver.battle(checkpoint) } else { solver.lines(checkpoint) };
    if problem.options.duplex
        && report.stopped.is_none()
        && let Some(mut other) = problem.with_other_side()
    {
        other.options.duplex = false;
        let duplex = solve(&other, watch, &mut Checkpoint::default(), &|_, _| ());
        (report.stopped, report.duplex) = (duplex.stopped, Some(Box::new(duplex)));
    }
    let progress = watch.progress();
    (report.nodes, report.elapsed, report.searched) =
        (progress.nodes, progress.elapsed, (progress.done, progress.total));
    report
}

struct Solver<'s> {
    problem: &'s Problem,
    judge: &'s Judge,
    table: &'s Table,
    watch: &'s Watch,
    keep: &'s (dyn Fn(Part, &FirstMove) + Sync),
}

/// Counts the lines that pieces of work have found. Which of them are listed does not depend on who was faster: they are
/// the first ones in the order of the pieces.
struct Tally {
    lines: Vec<usize>,
    most: usize,
}

impl Tally {
    /// Adds what a piece of work has found; gives the number of the last one that is needed.
    fn add(&mut self, at: usize, found: &FirstMove) -> usize {
        if let FirstMove::Lines(lines) = found {
            self.lines[at] = lines.len();
        }
        let mut sum = 0;
        let full = self.lines.iter().position(|lines| {
            sum += lines;
            sum > self.most
        });
        full.unwrap_or(usize::MAX)
    }
}

/// What came of a piece of work, as far as it was done, and why not all of it was.
type Done = (FirstMove, Result<(), Stopped>);

impl<'s> Solver<'s> {
    fn first_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let mut position = self.problem.position.clone();
        list_moves(&position, GenType::All, &mut moves);
        self.judge.add_double_mates(&mut position, &mut moves);
        moves
    }

    fn new_battle(&self, problem: &Problem) -> Battle<'s> {
        Battle::new(problem, self.judge, self.table, self.watch)
    }

    fn battle(&self, checkpoint: &mut Checkpoint) -> Report {
        let options = &self.problem.options;
        let length = self.problem.stipulation.length.moves;
        let moves = if options.only_set_play { MoveList::new() } else { self.first_moves() };
        let parts: Vec<Part> =
            moves.iter().map(|&m| Part { set_play: false, length, first: Some(m), second: None }).collect();
        let worker = || {
            let mut battle = self.new_battle(self.problem);
            move |_, part: Part| -> Done {
                let m = part.first.expect("a first move of battle play");
                let found = battle.first_move(m, length);
                let found = found.and_then(|found| battle.finish().map(|()| found));
                if let Ok(Some(_)) = found {
                    self.watch.solutions.fetch_add(1, Ordering::Relaxed);
                }
                (FirstMove::Battle(found.unwrap_or(None)), found.map(|_| ()))
            }
        };
        let (results, stopped) = self.work(&parts, checkpoint, &worker);
        let mut report = Report { stopped, ..Report::default() };
        let told = self.tell_battle(&moves, &results, &mut report, length);
        report.stopped = report.stopped.or(told.err());
        if options.max_solutions < report.solutions.len() {
            report.solutions.truncate(options.max_solutions);
            report.stopped = report.stopped.or(Some(Stopped::Solutions));
        }
        report
    }

    /// Keys with their variations, tries and set play.
    fn tell_battle(
        &self,
        moves: &[Move],
        results: &[Option<FirstMove>],
        report: &mut Report,
        length: u16,
    ) -> Result<(), Stopped> {
        let options = &self.problem.options;
        let room = options.variations;
        let mut battle = self.new_battle(self.problem);
        let mut told = Ok(());
        for (&m, result) in moves.iter().zip(results) {
            let Some(FirstMove::Battle(Some(found))) = result else { continue };
            let mut key = battle.bare(m, *found);
            // What is not listed needs no tree; keys are reported also when there is no time left for theirs.
            if room > 0 && told.is_ok() && report.solutions.len() < options.max_solutions {
                match battle.tree(m, *found, room) {
                    Ok(tree) => key = tree,
                    Err(stopped) => told = Err(stopped),
                }
            }
            report.solutions.push(Solution::Key(key));
        }
        told?;
        if options.refutations > 0 {
            for (&m, result) in moves.iter().zip(results) {
                if let Some(FirstMove::Battle(None)) = result {
                    report.tries.extend(battle.try_of(m, length, usize::from(options.refutations), room.max(1))?);
                }
                if report.tries.len() > options.max_solutions {
                    report.tries.pop();
                    return Err(Stopped::Tries);
                }
            }
        }
        if options.set_play
            && self.problem.stipulation.manner == Manner::Battle
            && let Some(other) = self.problem.set_play()
        {
            let mut battle = self.new_battle(&other);
            report.set_defences = battle.set_play(length - 1, room.max(1000))?;
        }
        battle.finish()
    }

    fn lines(&self, checkpoint: &mut Checkpoint) -> Report {
        let mut parts = Vec::new();
        let set = self.problem.options.set_play.then(|| self.problem.set_play()).flatten();
        if set.is_some() {
            let lengths = self.problem.set_lengths().into_iter();
            parts.extend(lengths.map(|length| Part { set_play: true, length, first: None, second: None }));
        }
        let lengths = if self.problem.options.only_set_play { Vec::new() } else { self.problem.lengths() };
        for length in lengths {
            if length == 0 || self.problem.stipulation.aim == Aim::Reciprocal && length == 2 {
                parts.push(Part { set_play: false, length, first: None, second: None });
            } else {
                parts.extend(self.beginnings(length));
            }
        }
        let worker = || {
            let mut lines = Lines::new(self.problem, self.judge, self.table, self.watch);
            let mut set = set.as_ref().map(|set| Lines::new(set, self.judge, self.table, self.watch));
            move |at, part: Part| -> Done {
                let searcher = if part.set_play { set.as_mut().unwrap_or(&mut lines) } else { &mut lines };
                let (lines, searched) = searcher.run(at, part);
                (FirstMove::Lines(lines), searched)
            }
        };
        let (results, stopped) = self.work(&parts, checkpoint, &worker);
        let mut report = Report { stopped, ..Report::default() };
        let mut room = self.problem.options.max_solutions;
        for (part, result) in parts.iter().zip(results) {
            let Some(FirstMove::Lines(mut lines)) = result else { continue };
            if lines.len() > room {
                report.stopped = report.stopped.or(Some(Stopped::Solutions));
                lines.truncate(room);
            }
            room -= lines.len();
            if part.set_play {
                report.set_lines.extend(lines);
            } else {
                report.solutions.extend(lines.into_iter().map(Solution::Line));
            }
        }
        report
    }

    /// The pieces of work for lines of a length: first moves, or first and second ones.
    fn beginnings(&self, length: u16) -> Vec<Part> {
        let moves = self.first_moves();
        let part = |first, second| Part { set_play: false, length, first: Some(first), second };
        let whole = || moves.iter().map(|&m| part(m, None)).collect();
        if length < SPLIT_FROM {
            return whole();
        }
        let passes = matches!(self.problem.stipulation.manner, Manner::Series | Manner::ParrySeries);
        let mut position = self.problem.position.clone();
        let (mut parts, mut next) = (Vec::new(), MoveList::new());
        for &first in &moves {
            position.make_unchecked(first);
            // Where the other side is in check it does not pass: such a piece of work is not taken apart.
            let splits = !is_won(&position) && (!passes || !position.in_check());
            let passed = splits && passes;
            next.clear();
            if passed {
                position.make_null();
            }
            if splits {
                list_moves(&position, GenType::All, &mut next);
            }
            if passed {
                position.unmake();
            }
            position.unmake();
            match next.is_empty() {
                true => parts.push(part(first, None)),
                false => parts.extend(next.iter().map(|&second| part(first, Some(second)))),
            }
        }
        if parts.len() > MOST_PARTS { whole() } else { parts }
    }

    /// Does all pieces of work, each thread the next one; gives what came of each, in their order.
    fn work<W>(
        &self,
        parts: &[Part],
        checkpoint: &mut Checkpoint,
        worker: &(dyn Fn() -> W + Sync),
    ) -> (Vec<Option<FirstMove>>, Option<Stopped>)
    where
        W: FnMut(usize, Part) -> Done,
    {
        let done: HashMap<Part, &FirstMove> = checkpoint.done.iter().map(|(part, found)| (*part, found)).collect();
        let known: Vec<bool> = parts.iter().map(|part| done.contains_key(part)).collect();
        let result = |part: &Part| Mutex::new(done.get(part).map(|&found| (found.clone(), Ok(()))));
        let results: Vec<Mutex<Option<Done>>> = parts.iter().map(result).collect();
        self.watch.total.fetch_add(parts.len() as u64, Ordering::Relaxed);
        self.watch.last_needed.store(usize::MAX, Ordering::Relaxed);
        let tally = Mutex::new(Tally { lines: vec![0; parts.len()], most: self.problem.options.max_solutions });
        let next = AtomicUsize::new(0);
        let thread = || {
            let mut work = worker();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&part) = parts.get(at) else { return };
                if at > self.watch.last_needed.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(mut result) = results[at].lock() else { return };
                if result.is_none() {
                    let (found, searched) = work(at, part);
                    *result = Some((found.clone(), searched));
                    if searched.is_ok() {
                        (self.keep)(part, &found);
                    }
                }
                if let (Some((found, searched)), Ok(mut tally)) = (&*result, tally.lock()) {
                    self.watch.last_needed.fetch_min(tally.add(at, found), Ordering::Relaxed);
                    if searched.is_err() {
                        return;
                    }
                }
                self.watch.done.fetch_add(1, Ordering::Relaxed);
            }
        };
        match self.problem.options.threads {
            0 | 1 => thread(),
            threads => std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(thread);
                }
            }),
        }
        let mut stopped = None;
        let mut found = Vec::with_capacity(parts.len());
        for ((&part, was_known), result) in parts.iter().zip(known).zip(results) {
            let result = result.into_inner().unwrap_or_else(|error| error.into_inner());
            if let Some((result, searched)) = &result {
                stopped = stopped.or(searched.err());
                if searched.is_ok() && !was_known {
                    checkpoint.done.push((part, result.clone()));
                }
            }
            found.push(result.map(|(result, _)| result));
        }
        (found, stopped)
    }
}
