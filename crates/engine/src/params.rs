//! The numbers of the search techniques: all of them, each with its range.
//!
//! In the ordinary build they are constants. With the feature `tune` each engine has its own and
//! [`Engine::set_params`](crate::Engine::set_params) changes them, as a tuner by simultaneous perturbation (SPSA; James
//! Spall, 1992) wants it: [`Params::LIST`] has the name, value, range and step of each. UCI and matches have an option of
//! that name for each.

use std::ops::Deref;
use thiserror::Error;

/// A number that a tuner may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, that of a field of [`Params`].
    pub name: &'static str,
    /// Its value in the ordinary build.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// By how much a tuner should change it at a time.
    pub step: i32,
}

/// Why a parameter can't be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamError {
    /// In this build they are constants.
    #[error("this program was built without the feature `tune`, so the numbers of its search are constants")]
    Constant,
    /// There is none of this name.
    #[error("there is no parameter `{0}`; `Params::LIST` has those there are")]
    Unknown(String),
    /// The value is outside its range.
    #[error("`{name}` is from {min} to {max}, not {value}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// The value asked for.
        value: i32,
        /// The least value.
        min: i32,
        /// The largest value.
        max: i32,
    },
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal, step $step:literal;)*) => {
        /// The numbers of the search techniques. Scores are in centipawns, depths and reductions in plies.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// The values of the ordinary build.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            /// All parameters, in the order of their definition.
            pub const LIST: &'static [Param] = &[
                $(Param { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },)*
            ];

            /// Whether an engine of this build can have others.
            pub const TUNABLE: bool = cfg!(feature = "tune");

            /// The value of a parameter, if there is one of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter.
            ///
            /// # Errors
            ///
            /// If there is none of this name, or the value is outside its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                let (field, param) = match name {
                    $(stringify!($name) => (
                        &mut self.$name,
                        Param { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },
                    ),)*
                    _ => return Err(ParamError::Unknown(name.to_owned())),
                };
                let Param { name, min, max, .. } = param;
                if !(min..=max).contains(&value) {
                    return Err(ParamError::Range { name, value, min, max });
                }
                *field = value;
                Ok(())
            }
        }
    };
}

params! {
    /// Aspiration windows: the least depth at which the first window is narrow.
    aspiration_depth: 5, 3..=10, step 1;
    /// Aspiration windows: half the width of the first window.
    aspiration_window: 18, 4..=80, step 4;
    /// Aspiration windows: what a failed window grows by, besides half its width.
    aspiration_growth: 5, 0..=50, step 3;
    /// Aspiration windows: a half width beyond which the window is opened altogether.
    aspiration_max: 600, 200..=2000, step 100;
    /// Aspiration windows: by how many plies a search that fails high again and again is reduced at most.
    aspiration_fail_high_reduction: 2, 0..=4, step 1;

    /// Deep nodes: the least depth. Nearer the leaves other numbers are better.
    deep_depth: 6, 2..=24, step 1;

    /// Quiet moves that give check are searched in the quiescence search, and are not pruned as other quiet moves in nodes that
    /// are not deep, from this iteration on. Less deep searches gain more by going deeper.
    checks_iteration: 12, 1..=40, step 1;

    /// By this many plies the depth must exceed the length of a win for it to be taken as the shortest: pruning may have hidden
    /// a shorter one.
    shorter_win_plies: 4, 0..=8, step 1;

    /// Reductions at the root: the least depth.
    root_lmr_depth: 4, 2..=8, step 1;
    /// Reductions at the root: the number of the first move that is reduced by a ply.
    root_lmr_first: 4, 1..=16, step 1;
    /// Reductions at the root: the number of the first move that is reduced by a ply more.
    root_lmr_second: 16, 4..=64, step 4;
    /// Reductions at the root: the depth from which moves are reduced by a ply more, the first ones excepted.
    root_lmr_deep: 9, 5..=16, step 1;
    /// Reductions at the root: how many moves are excepted from the reduction of deep searches.
    root_lmr_deep_first: 8, 2..=32, step 2;

    /// Reverse futility pruning: the largest depth.
    rfp_depth: 8, 2..=12, step 1;
    /// Reverse futility pruning: the margin above beta for each ply of depth.
    rfp_margin: 80, 20..=250, step 10;

    /// Razoring: the largest depth.
    razor_depth: 3, 0..=6, step 1;
    /// Razoring: the margin below alpha for each ply of depth.
    razor_margin: 250, 80..=600, step 25;

    /// Null-move pruning: the least depth.
    nmp_depth: 2, 1..=6, step 1;
    /// Null-move pruning: the reduction at depth 0, with the score at beta.
    nmp_base: 4, 1..=6, step 1;
    /// Null-move pruning: this many plies of depth reduce by a ply more.
    nmp_depth_divisor: 3, 2..=10, step 1;
    /// Null-move pruning: this many centipawns above beta reduce by a ply more.
    nmp_eval_divisor: 100, 60..=500, step 20;
    /// Null-move pruning: the largest reduction for a score above beta.
    nmp_eval_max: 3, 0..=6, step 1;
    /// Null-move pruning: the depth from which the result is verified by a search of the moves.
    nmp_verify_depth: 12, 6..=24, step 1;

    /// ProbCut in deep nodes: by how much a capture must bring the score above beta.
    probcut_margin: 95, 20..=400, step 15;
    /// ProbCut: by how much less if the static evaluation is better than when the side was to move before.
    probcut_improving: 20, 0..=100, step 5;
    /// ProbCut: by how many plies less deep the position after a capture is searched than the node.
    probcut_reduction: 4, 3..=8, step 1;
    /// ProbCut: how many captures are tried; twice as many where the node is expected to fail high.
    probcut_captures: 2, 1..=8, step 1;

    /// Internal iterative reduction: the least depth at which a node without a table move is searched a ply less deep.
    iir_depth: 4, 2..=10, step 1;

    /// SEE pruning of captures and promotions: what one may lose for each ply of depth.
    see_capture_margin: 110, 30..=300, step 10;
    /// SEE pruning of quiet moves in nodes that are not deep: what a move may lose, times the square of the reduced depth.
    see_quiet_margin: 25, 5..=100, step 5;
    /// SEE pruning of quiet moves in deep nodes: what a move may lose, times the square of the reduced depth less a ply.
    deep_see_margin: 10, 5..=100, step 5;

    /// Late move pruning: the largest depth.
    lmp_depth: 8, 2..=12, step 1;
    /// Late move pruning: how many quiet moves are searched, besides the square of the depth.
    lmp_base: 4, 1..=12, step 1;
    /// Late move pruning: in positions with more moves than this twice as many are searched, since wide games have more
    /// good moves, but not in proportion.
    lmp_wide: 120, 40..=400, step 20;

    /// Futility pruning in nodes that are not deep: the margin below alpha at reduced depth 0.
    futility_base: 110, 20..=300, step 10;
    /// Futility pruning: what each ply of reduced depth adds to the margin.
    futility_margin: 100, 20..=300, step 10;

    /// Futility pruning in deep nodes: the reduced depth less a ply is smaller than this.
    deep_futility_depth: 7, 1..=12, step 1;
    /// Futility pruning in deep nodes: the margin below alpha at reduced depth 1.
    deep_futility_base: 80, 20..=300, step 10;
    /// Futility pruning in deep nodes: what each ply of reduced depth adds to the margin.
    deep_futility_margin: 75, 20..=300, step 10;

    /// History pruning: the largest depth.
    history_pruning_depth: 4, 1..=10, step 1;
    /// History pruning: a move with a history score below the negative of this, times the depth, is skipped.
    history_pruning_margin: 6000, 500..=16000, step 500;
    /// History pruning in deep nodes: the reduced depth less a ply is smaller than this, and the move did badly after each
    /// of the last two.
    deep_history_depth: 5, 1..=10, step 1;

    /// Late move reductions: the least depth.
    lmr_depth: 3, 2..=6, step 1;
    /// Late move reductions: the reduction of first moves at depth 1, in hundredths of a ply.
    lmr_base: 80, 0..=200, step 10;
    /// Late move reductions: what the product of the logarithms of depth and move number is divided by, in hundredths.
    lmr_divisor: 205, 120..=400, step 10;
    /// Late move reductions: the history score that is worth a ply.
    lmr_history_divisor: 16384, 2048..=65536, step 1024;

    /// Singular extension: the least depth.
    singular_depth: 7, 4..=12, step 1;
    /// Singular extension: by how many plies the table entry may be less deep than the node.
    singular_tt_depth: 3, 1..=6, step 1;
    /// Singular extension: how far below the table's score all other moves must be for each ply of depth.
    singular_margin: 1, 1..=8, step 1;
    /// Double extension: how much farther below the others must be.
    double_extension_margin: 40, 10..=150, step 5;
    /// Check extension: the largest depth.
    check_extension_depth: 8, 1..=16, step 1;
    /// Extensions end where a line is this many times as long as the depth of the iteration.
    extension_limit: 2, 1..=4, step 1;

    /// History: the bonus of a good quiet move for the square of the depth.
    history_bonus_square: 6, 0..=64, step 2;
    /// History: the bonus of a good quiet move for each ply of depth.
    history_bonus_depth: 230, 0..=512, step 8;
    /// History: what is taken off the bonus.
    history_bonus_offset: 216, 0..=400, step 8;
    /// History: the largest bonus.
    history_bonus_max: 2600, 400..=4000, step 100;
    /// History: what each centipawn by which the static evaluation rises counts for the quiet move that was made.
    eval_history_factor: 10, 0..=40, step 2;
    /// History: what the rise or fall of the static evaluation counts for at most.
    eval_history_max: 1600, 400..=4000, step 100;
    /// History: the least depth of a null-window node from which a quiet move learns that it refuted all replies.
    last_move_depth: 3, 1..=8, step 1;
    /// Correction history: an error counts for a fraction of it, by the depth divided by this.
    correction_depth_divisor: 8, 2..=32, step 1;

    /// Move ordering: a capture is put off by the capturing piece's value divided by this.
    capture_attacker_divisor: 16, 4..=64, step 2;
    /// Move ordering: what a drop that gives check gains among quiet moves; there are few of them among many drops.
    checking_drop_bonus: 8000, 0..=32000, step 500;
    /// Move ordering: what a quiet promotion gains for each centipawn.
    promotion_bonus: 64, 8..=256, step 8;

    /// Quiescence search: the longest line of captures, in plies.
    qsearch_max_plies: 24, 8..=48, step 2;
    /// Quiescence search: within this many plies all moves are looked at in check.
    qsearch_check_plies: 8, 0..=16, step 1;
    /// Quiescence search: this many moves out of check are searched before the quiet ones are left out.
    qsearch_evasions: 3, 1..=8, step 1;
    /// Quiescence search: a position with more captures than this is a wide one, in which not all can be followed.
    qsearch_wide: 16, 8..=64, step 2;
    /// Delta pruning: a capture must be able to bring a position to within this many centipawns of alpha.
    delta_margin: 180, 50..=400, step 10;
    /// Lazy evaluation: this many times the mean difference from the accumulator's score is out of the question.
    lazy_margin_factor: 6, 3..=12, step 1;

    /// Proof-number search: one node of this many is spent on forced wins.
    dfpn_share: 10, 4..=50, step 1;
    /// Proof-number search: how many replies a threat that takes nothing is thought to have.
    dfpn_quiet_threat: 4, 1..=16, step 1;

    /// Time: a game is expected to go on for this many moves.
    time_moves_to_go: 28, 15..=60, step 1;
    /// Time: the share of a move's time after which no new depth is begun, in percent.
    time_soft: 70, 30..=100, step 5;
    /// Time: how many times its share a move may take at most.
    time_hard: 3, 2..=6, step 1;
    /// Time: in percent, how much of the soft limit a move takes whose best line was found just now.
    time_unstable: 145, 100..=250, step 5;
    /// Time: by how many percent each depth with the same best move shortens it, six at most.
    time_stable: 12, 0..=20, step 1;

    /// Mop-up: what each step that the weaker side's royal is from the middle of the board is worth.
    mop_up_edge: 6, 0..=40, step 2;
    /// Mop-up: what each cell to which it can go costs.
    mop_up_freedom: 14, 0..=60, step 2;
    /// Mop-up: what each step of the pieces' mean distance from it costs.
    mop_up_distance: 30, 0..=100, step 5;
}

/// The parameters of an engine: the constants of the ordinary build, which take no room, or with the feature `tune` its
/// own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tunable {
    #[cfg(feature = "tune")]
    params: Params,
}

impl Tunable {
    #[cfg(feature = "tune")]
    pub(crate) fn new(params: Params) -> Result<Self, ParamError> {
        Ok(Self { params })
    }

    #[cfg(not(feature = "tune"))]
    pub(crate) fn new(_: Params) -> Result<Self, ParamError> {
        Err(ParamError::Constant)
    }
}

impl Default for Params {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Deref for Tunable {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        #[cfg(feature = "tune")]
        return &self.params;
        #[cfg(not(feature = "tune"))]
        &Params::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_listed_and_set_within_its_range() {
        let mut params = Params::default();
        for &Param { name, default, min, max, step } in Params::LIST {
            assert!(min <= default && default <= max && 0 < step && step <= max - min, "{name}");
            assert_eq!(params.get(name), Some(default), "{name}");
            for value in [min, max] {
                assert_eq!(params.set(name, value), Ok(()));
                assert_eq!(params.get(name), Some(value), "{name}");
            }
            let above = max + 1;
            assert_eq!(params.set(name, above), Err(ParamError::Range { name, value: above, min, max }));
        }
        assert_eq!(params.set("contempt", 1), Err(ParamError::Unknown("contempt".into())));
        assert_eq!(params.get("contempt"), None);
    }
}
