//! Retrograde analysis: from the ends of the game back, one ply after the other.

use crate::code::{NONE, UNDECIDED};
use crate::error::EndgameError;
use crate::evaluate::{Children, Known, Solved, best_en_passant, with_en_passant};
use crate::judge::Judge;
use crate::kernel::{Cells, Passed};
use crate::value::Value;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use spielraum_rules::Color;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many numbers a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// An analysis under way.
///
/// Every position first gets what is known of it alone: that the game is over, or what its captures and promotions give.
/// Then, for one distance after the other, the positions at that distance are looked up. From one that is lost, each
/// position from which a move leads to it is won one ply later. From one that is won, each may be lost: that is so if
/// all its moves lead to positions that are won. A distance is final once all that are shorter have been looked up.
pub(crate) struct Analysis<'a> {
    table: &'a Solved,
    children: &'a Children,
    judge: Mutex<Judge>,
    ends_by_place: bool,
    /// Whether the analysis is still wanted.
    wanted: &'a (dyn Fn() -> bool + Sync),
    /// The longest distance that has been found.
    longest: AtomicU16,
    /// Whether a distance did not fit in a byte.
    overflow: AtomicBool,
    /// By distance: the positions to look at again, since an en passant capture is worth so much there.
    agenda: Mutex<BTreeMap<u16, Vec<(Color, u64)>>>,
}

impl<'a> Analysis<'a> {
    /// An analysis that has not begun.
    pub(crate) fn new(
        table: &'a Solved,
        children: &'a Children,
        judge: Judge,
        ends_by_place: bool,
        wanted: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            table,
            children,
            judge: Mutex::new(judge),
            ends_by_place,
            wanted,
            longest: AtomicU16::new(0),
            overflow: AtomicBool::new(false),
            agenda: Mutex::default(),
        }
    }

    /// Gives every position what is known of it alone.
    pub(crate) fn begin(&self) -> Result<(), EndgameError> {
        for side in Color::BOTH {
            self.in_chunks(|first, last| {
                let mut judge = self.judge();
                for number in first..last {
                    let byte = match self.first_value(&mut judge, number, side) {
                        None => NONE,
                        Some(value) => self.encode(value),
                    };
                    self.table.values[side as usize][number as usize].store(byte, Ordering::Relaxed);
                }
            })?;
        }
        Ok(())
    }

    /// Goes on from a table that has all values up to some distance.
    pub(crate) fn resume(&self) -> Result<(), EndgameError> {
        for side in Color::BOTH {
            self.in_chunks(|first, last| {
                let mut judge = self.judge();
                for number in first..last {
                    let byte = self.table.byte(number, side);
                    if let Some(plies) = self.table.code.decode(byte).and_then(Value::plies) {
                        self.longest.fetch_max(plies, Ordering::Relaxed);
                    }
                    if self.table.kernel.en_passant && byte == UNDECIDED {
                        // For its agenda alone.
                        let _ = self.first_value(&mut judge, number, side);
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Looks up the positions at one distance; whether there may be more behind it.
    pub(crate) fn ply(&self, ply: u16) -> Result<bool, EndgameError> {
        let code = self.table.code;
        let (lost, won) = (code.encode(Value::Loss(ply)), code.encode(Value::Win(ply)));
        for side in Color::BOTH {
            let values = &self.table.values[side as usize];
            self.in_chunks(|first, last| {
                for number in first..last {
                    let byte = values[number as usize].load(Ordering::Relaxed);
                    if byte != NONE && (Some(byte) == lost || Some(byte) == won) {
                        self.look_back(number, side, ply, Some(byte) == lost);
                    }
                }
            })?;
        }
        let due = self.agenda.lock().ok().and_then(|mut agenda| agenda.remove(&ply)).unwrap_or_default();
        due.into_par_iter().for_each(|(side, number)| self.reconsider(number, side, ply));
        if self.overflow.load(Ordering::Relaxed) {
            let material = self.table.material.to_string();
            return Err(EndgameError::TooLong { material, longest: code.longest() });
        }
        let waiting = self.agenda.lock().is_ok_and(|agenda| !agenda.is_empty());
        Ok(waiting || ply < self.longest.load(Ordering::Relaxed))
    }

    /// A judge for one thread.
    fn judge(&self) -> Judge {
        self.judge.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does work on all numbers, as long as it is wanted.
    fn in_chunks(&self, work: impl Fn(u64, u64) + Sync) -> Result<(), EndgameError> {
        let size = self.table.index.size();
        let chunk = |chunk| {
            (self.wanted)().then(|| work(chunk * CHUNK, size.min((chunk + 1) * CHUNK))).ok_or(EndgameError::CalledOff)
        };
        (0..size.div_ceil(CHUNK)).into_par_iter().try_for_each(chunk)
    }

    fn encode(&self, value: Value) -> u8 {
        if let Some(plies) = value.plies() {
            self.longest.fetch_max(plies, Ordering::Relaxed);
        }
        self.table.code.encode(value).unwrap_or_else(|| {
            self.overflow.store(true, Ordering::Relaxed);
            UNDECIDED
        })
    }

    /// What is known of a position by itself: its end, or the best that leaving the material gives; `None` if it is none.
    fn first_value(&self, judge: &mut Judge, number: u64, side: Color) -> Option<Value> {
        let kernel = &self.table.kernel;
        let cells = self.table.index.placement(number)?;
        if !kernel.is_legal(&cells, side) {
            return None;
        }
        self.table.index.orbit(number, &cells)?;
        if self.ends_by_place
            && let Some(value) = judge.over(kernel, &cells, side)
        {
            return Some(value);
        }
        let mut best: Option<Value> = None;
        let _ = kernel.leave(&cells, side, |leaving, after| {
            best = best.max(Some(self.children.value(leaving, after, !side).before()));
            ControlFlow::Continue(())
        });
        let mut stays = false;
        let _ = kernel.stay(&cells, side, |after, passed| {
            stays = true;
            if let Some(passed) = passed {
                self.note(number, side, after, passed);
            }
            if kernel.en_passant { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match best {
            Some(win @ Value::Win(_)) => Some(win),
            _ if stays => Some(Value::Draw),
            Some(value) => Some(value),
            None => Some(judge.without_moves(kernel, &cells, side).unwrap_or(Value::Draw)),
        }
    }

    /// Notes when to look again at a position in which a double step can be answered en passant.
    fn note(&self, number: u64, side: Color, after: &Cells, passed: Passed) {
        let answer = best_en_passant(&self.table.kernel, self.children, after, !side, passed);
        if let Some(plies) = answer.and_then(Value::plies)
            && let Ok(mut agenda) = self.agenda.lock()
        {
            agenda.entry(plies).or_default().push((side, number));
        }
    }

    /// Updates the positions before a position at distance `ply`.
    fn look_back(&self, number: u64, side: Color, ply: u16, lost: bool) {
        let Some(cells) = self.table.index.placement(number) else { return };
        self.table.kernel.come_from(&cells, side, |before, answered| {
            let Some(number) = self.table.index.number(before) else { return };
            if answered {
                self.reconsider(number, !side, ply);
            } else if lost {
                self.win(number, !side, ply + 1);
            } else if self.table.byte(number, !side) == UNDECIDED {
                self.try_loss(number, before, !side, ply);
            }
        });
    }

    /// Enters a win, unless there is one that is as short.
    fn win(&self, number: u64, side: Color, plies: u16) {
        let place = &self.table.values[side as usize][number as usize];
        let mut byte = place.load(Ordering::Relaxed);
        loop {
            match self.table.code.decode(byte) {
                Some(Value::Win(longer)) if longer > plies => {}
                Some(Value::Draw) => {}
                _ => return,
            }
            match place.compare_exchange_weak(
                byte,
                self.encode(Value::Win(plies)),
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return,
                Err(now) => byte = now,
            }
        }
    }

    fn lose(&self, number: u64, side: Color, plies: u16) {
        let place = &self.table.values[side as usize][number as usize];
        let loss = self.encode(Value::Loss(plies));
        // The first to come has found the same.
        let _ = place.compare_exchange(UNDECIDED, loss, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Enters a loss if every move leads to a position that is won, as far as distances up to `ply` decide.
    fn try_loss(&self, number: u64, cells: &Cells, side: Color, ply: u16) {
        if let Some(Value::Loss(plies)) = self.best(cells, side, ply, true) {
            self.lose(number, side, plies);
        }
    }

    /// Looks at a position with all its moves, when distances up to `ply` are known.
    fn reconsider(&self, number: u64, side: Color, ply: u16) {
        let byte = self.table.byte(number, side);
        let open = matches!(self.table.code.decode(byte), Some(Value::Draw | Value::Win(_)));
        // The position that stands for its orbit: the one before may be another of it.
        let Some(cells) = self.table.index.placement(number).filter(|_| open) else { return };
        match self.best(&cells, side, ply, false) {
            Some(Value::Win(plies)) => self.win(number, side, plies),
            Some(Value::Loss(plies)) if byte == UNDECIDED => self.lose(number, side, plies),
            _ => {}
        }
    }

    /// The value of a position if distances up to `ply` decide it. With `only_losses`, a value that is no loss need not be
    /// found.
    fn best(&self, cells: &Cells, side: Color, ply: u16, only_losses: bool) -> Option<Value> {
        let kernel = &self.table.kernel;
        let mut tally = Tally { only_losses, best: None, complete: true };
        let stays = kernel.stay(cells, side, |after, passed| tally.take(self.after_staying(after, !side, passed, ply)));
        if stays.is_continue() {
            let _ = kernel.leave(cells, side, |leaving, after| {
                tally.take(Known::Yes(self.children.value(leaving, after, !side)))
            });
        }
        match tally.best {
            Some(Value::Win(_)) => tally.best,
            Some(Value::Loss(_)) if tally.complete => tally.best,
            _ => None,
        }
    }

    /// What is known of a position after a move that keeps the material.
    #[inline(always)]
    fn after_staying(&self, after: &Cells, side: Color, passed: Option<Passed>, ply: u16) -> Known {
        let base = match self.table.value(after, side) {
            Some(value) if value.plies().is_some_and(|plies| plies <= ply) => Known::Yes(value),
            _ => Known::No,
        };
        let Some(passed) = passed else { return base };
        match best_en_passant(&self.table.kernel, self.children, after, side, passed) {
            None => base,
            Some(answer) => with_en_passant(base, answer, !self.table.kernel.has_move(after, side), ply),
        }
    }
}

/// What the moves of a position are worth so far.
struct Tally {
    only_losses: bool,
    best: Option<Value>,
    /// Whether all of them are known.
    complete: bool,
}

impl Tally {
    /// Takes the value for the other side after one more move; breaks if the rest does not matter.
    #[inline(always)]
    fn take(&mut self, after: Known) -> ControlFlow<()> {
        match after {
            Known::Yes(value) => self.best = self.best.max(Some(value.before())),
            Known::No => self.complete = false,
        }
        let refuted = !self.complete || matches!(self.best, Some(Value::Draw | Value::Win(_)));
        if self.only_losses && refuted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
