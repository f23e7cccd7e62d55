//! Games in which something is hidden: a move is chosen by positions that look like the real one to the side that moves.
//!
//! What a side knows is what it sees now, what it has seen before, and what it has captured. The pieces of the enemy that it
//! does not see are put on cells that it does not see, most likely where it saw them last, until the position looks as the real
//! one does. Some such positions say which moves may be good; others, what each of these is worth on average.

use crate::level::mix;
use crate::{Best, Engine, Info, Limits, Line, Score, Stop};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Move, MoveKind, Owner, Position, Rules, Setup, View};
use std::time::Duration;

/// How many positions say which moves may be good, and how many others what these are worth.
const GUESSES: usize = 12;
/// How many moves are compared.
const COMPARED: usize = 6;
/// How often a position is corrected or begun anew until it looks like the real one.
const ATTEMPTS: usize = 24;
const CORRECTIONS: usize = 6;
/// How much likelier a piece stands where one of its type was seen last than on another hidden cell.
const REMEMBERED: u64 = 24;
/// No position counts for more: whether a game is won by a little or by much in one that is guessed says little.
const MOST: i32 = 1_500;
/// What a win or a loss in a position counts.
const DECIDED: i32 = 2_500;

impl Engine {
    /// Chooses a move of a game that is played: in a game in which something is hidden, by nothing but what the side to move may
    /// know of the position and of those that led to it; otherwise by a [`search`](Self::search).
    ///
    /// # Panics
    ///
    /// If the position is another game's.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn FnMut(&Info),
    ) -> Best {
        if !position.rules().spec().hides() {
            return self.search(position, limits, stop, observer);
        }
        let known = Known::of(position);
        self.choose_by(&known, limits, stop)
    }

    fn choose_by(&mut self, known: &Known, limits: &Limits, stop: &Stop) -> Best {
        let (mut best, legal) = (Best::default(), known.view.legal_moves().to_vec());
        if let [_] = *legal {
            best.best = legal.first().copied();
            return best;
        }
        let mut dice = Dice(mix(limits.seed ^ known.fullmove()));
        let guesses: Vec<Position> = (0..2 * GUESSES).filter_map(|_| known.guess(&mut dice)).collect();
        let share = part_of(limits, guesses.len());
        let (first, second) = guesses.split_at(guesses.len() / 2);
        let mut ask = |engine: &mut Self, guess: &Position, moves: &[Move], lines: usize| {
            let moves = moves.iter().copied().filter(|&m| guess.is_legal(m)).collect();
            let found = engine.search(guess, &Limits { moves, multi_pv: lines, ..share.clone() }, stop, &mut |_| {});
            best.nodes += found.nodes;
            best.time += found.time;
            best.depth = best.depth.max(found.depth);
            found
        };
        // Moves that are best in some position, those first that are best in most.
        let mut candidates: Vec<(Move, usize)> = Vec::new();
        for guess in first {
            let Some(found) = ask(self, guess, &legal, 1).best else { continue };
            match candidates.iter_mut().find(|(known, _)| *known == found) {
                Some((_, count)) => *count += 1,
                None => candidates.push((found, 1)),
            }
            if stop.is_stopped() {
                break;
            }
        }
        let mut moves: Vec<Move> = Vec::new();
        while moves.len() < COMPARED {
            let most = candidates.iter().map(|(_, count)| *count).max();
            let Some(at) = candidates.iter().position(|(_, count)| Some(*count) == most) else { break };
            moves.push(candidates.remove(at).0);
        }
        let mut sums = vec![0; moves.len()];
        if moves.len() > 1 {
            for guess in second.iter().take_while(|_| !stop.is_stopped()) {
                let lines = ask(self, guess, &moves, moves.len()).lines;
                // A move that is not among the lines is no better than any that is.
                let worst = lines.iter().map(|line| counted(line.score)).min().unwrap_or_default();
                for (sum, m) in sums.iter_mut().zip(&moves) {
                    let found = lines.iter().find(|line| line.moves.first() == Some(m));
                    *sum += found.map_or(worst, |line| counted(line.score));
                }
            }
        }
        let ranked = moves.iter().zip(&sums).rev().max_by_key(|(_, sum)| **sum);
        best.best = ranked.map(|(m, _)| *m).or_else(|| legal.first().copied());
        let mean = ranked.map_or(0, |(_, sum)| sum / second.len().max(1) as i32);
        best.lines = best.best.map(|m| Line { score: Score::centipawns(mean), moves: vec![m] }).into_iter().collect();
        best
    }
}

/// What a score counts in a mean.
fn counted(score: Score) -> i32 {
    match score.moves_to_end() {
        Some(end) => DECIDED * end.signum(),
        None => score.value().clamp(-MOST, MOST),
    }
}

/// The limits of each of several searches.
fn part_of(limits: &Limits, parts: usize) -> Limits {
    let parts = parts.max(1) as u32;
    let share = |time: Duration| time / parts;
    let mut part = limits.clone();
    part.nodes = limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1));
    part.time = limits.time.map(share);
    part.overhead = share(limits.overhead);
    part.clock = limits.clock.map(|clock| {
        ByColor::new(|color| crate::Clock {
            remaining: share(clock[color].remaining),
            increment: share(clock[color].increment),
            ..clock[color]
        })
    });
    // Without any limit a search would go on until it is stopped.
    let is_limited = part.depth.is_some()
        || part.nodes.is_some()
        || part.time.is_some()
        || part.clock.is_some()
        || part.level.is_some();
    if !is_limited || part.infinite {
        part.nodes = Some(200_000);
    }
    (part.infinite, part.ponder) = (false, false);
    part
}

/// Chance that is always the same.
struct Dice(u64);

impl Dice {
    /// A number below `end`, which is not 0.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % end.max(1)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u64) as usize).copied()
    }
}

/// What the side to move knows. Nothing of it depends on what is hidden from that side.
struct Known {
    rules: Rules,
    view: View,
    /// The enemy's pieces that it does not see.
    missing: Vec<PieceType>,
    /// What each cell had when it was seen last, by its number; the start is known to all.
    remembered: Vec<Option<(Owner, PieceType)>>,
    /// Where the enemy has just captured, so that one of its pieces stands there now.
    captor: Option<Cell>,
    /// The position from which the game started.
    start: Setup,
}

impl Known {
    fn of(position: &Position) -> Self {
        let (rules, us) = (position.rules().clone(), position.side_to_move());
        let moves = position.moves_made();
        let mut game = position.clone();
        while game.unmake().is_some() {}
        let start = game.setup();
        let mut remembered = start.placement.clone();
        let mut counts = vec![0; rules.spec().pieces.len()];
        let theirs = |piece: &(Owner, PieceType)| piece.0 == Owner::from(!us);
        start.placement.iter().flatten().filter(|piece| theirs(piece)).for_each(|(_, kind)| counts[kind.index()] += 1);
        remember(&mut remembered, &game.seen_by(us));
        let (mut captor, mut stepped) = (None, None);
        for m in moves {
            captor = None;
            if game.side_to_move() == us {
                stepped = (m.kind() == MoveKind::DoubleStep).then_some(m.to());
                let view = game.seen_by(us);
                game.for_each_taken(m, |owner, kind, cell| {
                    if owner == Owner::from(!us) && view.sees(cell) {
                        counts[kind.index()] -= 1;
                    }
                });
            } else if rules.spec().effects.is_empty() {
                // After an effect the captor may be gone; a pawn that has made a double step may have been captured en passant.
                captor = game.captured_cell(m).filter(|cell| stepped != Some(*cell));
                captor = captor.filter(|&cell| game.piece_at(cell).is_some_and(|(owner, _)| owner == Owner::from(us)));
            }
            game.make_unchecked(m);
            remember(&mut remembered, &game.seen_by(us));
        }
        let view = position.seen_by(us);
        let seen = view.setup().placement.iter().flatten().filter(|piece| theirs(piece));
        seen.for_each(|(_, kind)| counts[kind.index()] -= 1);
        promote(&rules, !us, &mut counts);
        let missing = rules.spec().piece_types().zip(counts);
        let missing = missing.flat_map(|(kind, count)| std::iter::repeat_n(kind, count.max(0) as usize)).collect();
        let captor = captor.filter(|&cell| !view.sees(cell));
        Self { rules, view, missing, remembered, captor, start }
    }

    fn fullmove(&self) -> u64 {
        u64::from(self.view.setup().fullmove)
    }

    /// A position that looks like the real one to the side to move; or else one that nearly does, in which the game goes on.
    fn guess(&self, dice: &mut Dice) -> Option<Position> {
        let mut nearly = None;
        for _ in 0..ATTEMPTS {
            let mut guess = Guess::begin(self, dice);
            for _ in 0..CORRECTIONS {
                let Some(position) = guess.position(self) else { break };
                let view = position.seen_by(self.view.side());
                if view == self.view {
                    return Some(position);
                }
                if nearly.is_none() && position.outcome_of_position().is_none() {
                    nearly = Some(position);
                }
                if !guess.correct(self, &view, dice) {
                    break;
                }
            }
        }
        nearly
    }
}

/// Notes what is seen.
fn remember(remembered: &mut [Option<(Owner, PieceType)>], view: &View) {
    for (cell, (known, seen)) in remembered.iter_mut().zip(&view.setup().placement).enumerate() {
        if view.sees(Cell(cell as u16)) {
            *known = *seen;
        }
    }
}

/// Where more pieces of a type have been seen than there were, others have been promoted.
fn promote(rules: &Rules, color: Color, counts: &mut [i32]) {
    let spec = rules.spec();
    for kind in spec.piece_types() {
        while counts[kind.index()] < 0 {
            let promoted = spec.piece_types().find(|&from| {
                let into = spec.promotion(from, color).is_some_and(|promotion| promotion.into.contains(&kind));
                into && counts[from.index()] > 0
            });
            counts[kind.index()] += 1;
            if let Some(from) = promoted {
                counts[from.index()] -= 1;
            }
        }
    }
}

/// Where the missing pieces may stand.
struct Guess {
    placed: Vec<(Cell, PieceType)>,
}

impl Guess {
    fn begin(known: &Known, dice: &mut Dice) -> Self {
        let enemy = !known.view.side();
        let mut free: Vec<Cell> = known.view.hidden().iter().collect();
        let mut missing = known.missing.clone();
        for last in (1..missing.len()).rev() {
            missing.swap(last, dice.below(last as u64 + 1) as usize);
        }
        let mut placed = Vec::new();
        let mut captor = known.captor;
        for kind in missing {
            let may_enter = known.rules.spec().pieces[kind.index()].may_enter[enemy];
            if let Some(cell) = captor.take_if(|cell| may_enter.contains(*cell)) {
                free.retain(|other| *other != cell);
                placed.push((cell, kind));
                continue;
            }
            let weight = |cell: &Cell| match known.remembered.get(cell.index()).copied().flatten() {
                _ if !may_enter.contains(*cell) => 0,
                Some(piece) if piece == (Owner::from(enemy), kind) => REMEMBERED,
                // Another piece was there, and perhaps still is.
                Some(_) => 1,
                None => 2,
            };
            let all: u64 = free.iter().map(weight).sum();
            let mut at = dice.below(all);
            let chosen = free.iter().position(|cell| match at.checked_sub(weight(cell)) {
                Some(rest) => {
                    at = rest;
                    false
                }
                None => true,
            });
            if let Some(chosen) = chosen {
                placed.push((free.swap_remove(chosen), kind));
            }
        }
        Self { placed }
    }

    /// The position, if it is one.
    fn position(&self, known: &Known) -> Option<Position> {
        let (spec, enemy) = (known.rules.spec(), !known.view.side());
        let mut setup = known.view.setup().clone();
        for &(cell, kind) in &self.placed {
            setup.placement[cell.index()] = Some((enemy.into(), kind));
        }
        // A piece that stands where it stood at the start may not have moved.
        let theirs = spec.castlings.iter().filter(|castling| castling.color == enemy).map(|castling| castling.right);
        setup.castling.extend(theirs.filter(|right| known.start.castling.contains(right)));
        for cell in known.start.unmoved.iter() {
            let at_start = known.start.placement[cell.index()];
            if at_start.is_some_and(|(owner, _)| owner == Owner::from(enemy))
                && setup.placement[cell.index()] == at_start
            {
                setup.unmoved.insert(cell);
            }
        }
        Position::settle(&known.rules, setup).ok().map(|(position, _)| position)
    }

    /// Moves a piece to a cell that must be taken, since it would be seen otherwise; whether there is such a cell and piece.
    fn correct(&mut self, known: &Known, view: &View, dice: &mut Dice) -> bool {
        let enemy = !known.view.side();
        let must_be_taken: Vec<Cell> = known.view.hidden().iter().filter(|&cell| view.sees(cell)).collect();
        let Some(to) = dice.pick(&must_be_taken) else { return false };
        let may_stand = |kind: PieceType| known.rules.spec().pieces[kind.index()].may_enter[enemy].contains(to);
        // What is moved must not be needed where it stands: then it would be moved back, which the number of corrections bounds.
        let movable: Vec<usize> = (0..self.placed.len()).filter(|&at| may_stand(self.placed[at].1)).collect();
        let Some(at) = dice.pick(&movable) else { return false };
        match self.placed.iter().position(|(cell, _)| *cell == to) {
            Some(other) => self.placed[other].0 = std::mem::replace(&mut self.placed[at].0, to),
            None => self.placed[at].0 = to,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineOptions;
    use spielraum_testkit::{game, random};

    /// A definition of chess in which sides see what they reach.
    fn dark() -> Rules {
        Rules::compile(game("fogofwar", &[]).spec().clone()).unwrap()
    }

    fn played(rules: &Rules, texts: &str) -> Position {
        let mut position = rules.start();
        for text in texts.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position.make(m);
        }
        position
    }

    fn chosen(position: &Position, seed: u64) -> Option<Move> {
        let mut engine = Engine::new(position.rules(), EngineOptions { hash_mb: 1, threads: 1 }).unwrap();
        engine.choose(position, &Limits { seed, ..Limits::nodes(2_000) }, &Stop::new(), &mut |_| {}).best
    }

    #[test]
    fn what_is_hidden_does_not_change_the_move() {
        let rules = dark();
        for (one, other) in [
            ("e2e4 h7h6", "e2e4 g7g6"),
            ("e2e4 h7h6 g1f3 g8f6", "e2e4 g7g6 g1f3 b8c6"),
            ("d2d4 b7b6 c1f4 c8b7", "d2d4 g8f6 c1f4 h8g8"),
        ] {
            let (one, other) = (played(&rules, one), played(&rules, other));
            assert!(one.seen_by(Color::White) == other.seen_by(Color::White));
            assert_ne!(one.fen(), other.fen());
            for seed in 0..3 {
                assert_eq!(chosen(&one, seed), chosen(&other, seed), "{}", one.fen());
            }
        }
        // Chance plays a part.
        let known = Known::of(&played(&rules, "e2e4 h7h6 d2d4 g7g6"));
        let guess = |seed| known.guess(&mut Dice(seed)).map(|guess| guess.fen());
        assert!((1..12).any(|seed| guess(seed) != guess(0)));
    }

    #[test]
    fn guesses_look_like_the_real_position() {
        let (rules, mut dice, mut all, mut like) = (dark(), random(5), 0, 0);
        for _ in 0..12 {
            let position = spielraum_testkit::random_game(&mut dice, &rules, 40);
            if position.outcome().is_some() {
                continue;
            }
            let known = Known::of(&position);
            let (us, mut chance) = (position.side_to_move(), Dice(9));
            let count = |position: &Position| position.setup().placement.iter().flatten().count();
            for _ in 0..4 {
                let Some(guess) = known.guess(&mut chance) else { continue };
                all += 1;
                let (seen, real) = (guess.seen_by(us), position.seen_by(us));
                like += u32::from(seen == real);
                // What is seen is as it is, and no piece is lost.
                for cell in rules.board().cells().filter(|&cell| real.sees(cell)) {
                    assert_eq!(guess.piece_at(cell), position.piece_at(cell), "{}", position.fen());
                }
                assert_eq!(count(&guess), count(&position), "{}", position.fen());
            }
        }
        assert!(all >= 30 && like * 10 >= all * 9, "{like} of {all}");
    }

    #[test]
    fn a_king_that_is_seen_is_captured() {
        let rules = dark();
        let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
        let m = chosen(&position, 1).unwrap();
        assert_eq!(position.move_text(m), "e2e8");
    }
}
