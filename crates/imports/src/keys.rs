//! The keys of `variants.ini`: what their values are, and which of them the language has no words for.

/// What a key's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It plays no part in the rules.
    Ignored,
    Flag,
    Number,
    /// A file: a letter or a number.
    File,
    /// Of some words.
    Word(&'static [&'static str]),
    Cells,
    Types,
    /// As `q:1 r:2`.
    Counts,
    /// As `p:g s:g`.
    Forms,
    Text,
}

use Kind::{Cells, Counts, File, Flag, Forms, Ignored, Number, Text, Types, Word};

const RESULTS: Kind = Word(&["win", "loss", "draw", "none"]);

/// Keys that hold for both sides, and what their values are.
const KEYS: &[(&str, Kind)] = &[
    ("variantTemplate", Ignored),
    ("pieceToCharTable", Ignored),
    ("pocketSize", Ignored),
    ("pieceValueMg", Ignored),
    ("pieceValueEg", Ignored),
    ("maxRank", Number),
    ("maxFile", File),
    ("chess960", Flag),
    ("twoBoards", Flag),
    ("startFen", Text),
    ("sittuyinPromotion", Flag),
    ("promotionLimit", Counts),
    ("promotedPieceType", Forms),
    ("piecePromotionOnCapture", Flag),
    ("mandatoryPawnPromotion", Flag),
    ("mandatoryPiecePromotion", Flag),
    ("pieceDemotion", Flag),
    ("blastOnCapture", Flag),
    ("blastImmuneTypes", Types),
    ("mutuallyImmuneTypes", Types),
    ("petrifyOnCaptureTypes", Types),
    ("petrifyBlastPieces", Flag),
    ("doubleStep", Flag),
    ("castling", Flag),
    ("castlingDroppedPiece", Flag),
    ("castlingKingsideFile", File),
    ("castlingQueensideFile", File),
    ("castlingRank", Number),
    ("castlingKingFile", File),
    ("castlingRookKingsideFile", File),
    ("castlingRookQueensideFile", File),
    ("oppositeCastling", Flag),
    ("checking", Flag),
    ("dropChecks", Flag),
    ("mustCapture", Flag),
    ("mustDrop", Flag),
    ("mustDropType", Types),
    ("pieceDrops", Flag),
    ("dropLoop", Flag),
    ("capturesToHand", Flag),
    ("firstRankPawnDrops", Flag),
    ("promotionZonePawnDrops", Flag),
    ("enclosingDrop", Word(&["reversi", "ataxx", "quadwrangle", "snort", "anyside", "top", "none"])),
    ("enclosingDropStart", Cells),
    ("sittuyinRookDrop", Flag),
    ("dropOppositeColoredBishop", Flag),
    ("dropPromoted", Flag),
    ("dropNoDoubled", Types),
    ("dropNoDoubledCount", Number),
    ("immobilityIllegal", Flag),
    ("gating", Flag),
    ("wallingRule", Word(&["arrow", "duck", "edge", "past", "static", "none"])),
    ("wallOrMove", Flag),
    ("seirawanGating", Flag),
    ("cambodianMoves", Flag),
    ("diagonalLines", Cells),
    ("makpongRule", Flag),
    ("flyingGeneral", Flag),
    ("soldierPromotionRank", Number),
    ("flipEnclosedPieces", Word(&["reversi", "ataxx", "quadwrangle", "snort", "anyside", "top", "none"])),
    ("nMoveRule", Number),
    ("nFoldRule", Number),
    ("nFoldValue", RESULTS),
    ("nFoldValueAbsolute", Flag),
    ("perpetualCheckIllegal", Flag),
    ("moveRepetitionIllegal", Flag),
    ("chasingRule", Word(&["axf", "none"])),
    ("stalemateValue", RESULTS),
    ("stalematePieceCount", Flag),
    ("checkmateValue", RESULTS),
    ("shogiPawnDropMateIllegal", Flag),
    ("shatarMateRule", Flag),
    ("bikjangRule", Flag),
    ("extinctionValue", RESULTS),
    ("extinctionClaim", Flag),
    ("extinctionPseudoRoyal", Flag),
    ("dupleCheck", Flag),
    ("extinctionPieceTypes", Types),
    ("extinctionPieceCount", Number),
    ("extinctionOpponentPieceCount", Number),
    ("flagPieceCount", Number),
    ("flagPieceBlockedWin", Flag),
    ("flagMove", Flag),
    ("flagPieceSafe", Flag),
    ("checkCounting", Flag),
    ("connectN", Number),
    ("connectPieceTypes", Types),
    ("connectVertical", Flag),
    ("connectHorizontal", Flag),
    ("connectDiagonal", Flag),
    ("connectRegion1White", Cells),
    ("connectRegion2White", Cells),
    ("connectRegion1Black", Cells),
    ("connectRegion2Black", Cells),
    ("connectNxN", Number),
    ("collinearN", Number),
    ("connectValue", RESULTS),
    ("materialCounting", Word(&["janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none"])),
    ("adjudicateFullBoard", Flag),
    ("countingRule", Word(&["makruk", "cambodian", "asean", "none"])),
    ("castlingWins", Text),
];

/// Keys that may be given for a side, with `White` or `Black` behind them.
const SIDED: &[(&str, Kind)] = &[
    ("promotionRegion", Cells),
    ("promotionPawnTypes", Types),
    ("promotionPieceTypes", Types),
    ("doubleStepRegion", Cells),
    ("tripleStepRegion", Cells),
    ("enPassantRegion", Cells),
    ("enPassantTypes", Types),
    ("castlingKingPiece", Types),
    ("castlingRookPieces", Types),
    ("dropRegion", Cells),
    ("wallingRegion", Cells),
    ("pass", Flag),
    ("passOnStalemate", Flag),
    ("nMoveRuleTypes", Types),
    ("flagPiece", Types),
    ("flagRegion", Cells),
];

/// Old names of keys, and what they are called today.
const ALIASES: &[(&str, &str)] = &[
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// The name of a key today.
pub(crate) fn today(key: &str) -> &str {
    ALIASES.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| new)
}

/// The keys under which a value is kept, and what it is; `None` if Fairy-Stockfish has no such key.
pub(crate) fn find(key: &str) -> Option<(Vec<String>, Kind)> {
    if let Some((_, kind)) = KEYS.iter().find(|(known, _)| *known == key) {
        return Some((vec![key.to_owned()], *kind));
    }
    let sided = |key: &str| SIDED.iter().find(|(known, _)| *known == key).map(|(_, kind)| *kind);
    if let Some(kind) = sided(key) {
        return Some((vec![format!("{key}White"), format!("{key}Black")], kind));
    }
    let side = key.strip_suffix("White").or_else(|| key.strip_suffix("Black"))?;
    sided(side).map(|kind| (vec![key.to_owned()], kind))
}

/// All keys, for the nearest of a wrong one.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().chain(SIDED).map(|(key, _)| *key)
}

/// Keys for which the language has no words: the value that says nothing, and what is missing. What changes only how a game
/// ends is said to.
pub(crate) const UNKNOWN_TO_US: &[(&str, &str, &str)] = &[
    ("chess960", "false", "shuffled arrays are not known; the array of `startFen` is kept"),
    ("twoBoards", "false", "a game on two boards with four players is not known"),
    ("sittuyinPromotion", "false", "promotion on the spot is not known"),
    ("piecePromotionOnCapture", "false", "a promotion by captures only is not known"),
    ("pieceDemotion", "false", "pieces that turn back into their first form are not known"),
    ("mutuallyImmuneTypes", "-", "pieces that can't capture their like are not known"),
    ("petrifyOnCaptureTypes", "-", "pieces that turn to stone are not known"),
    ("castlingDroppedPiece", "false", "castling with dropped pieces is not known"),
    ("oppositeCastling", "false", "castling rights that depend on the enemy's castling are not known"),
    ("enclosingDrop", "none", "drops that depend on their neighbours are not known"),
    ("flipEnclosedPieces", "none", "pieces that change sides on the board are not known"),
    ("dropOppositeColoredBishop", "false", "drops that depend on the shade of the cell are not known"),
    ("dropPromoted", "false", "drops of promoted pieces are not known"),
    ("gating", "false", "pieces that enter behind a first move are not known"),
    ("cambodianMoves", "false", "leaps of pieces that have not moved are not known"),
    ("diagonalLines", "-", "moves along lines drawn on the board are not known"),
    ("makpongRule", "false", "a king that may not leave check is not known"),
    ("passWhite", "false", "passing is not known"),
    ("passBlack", "false", "passing is not known"),
    ("passOnStalemateWhite", "false", "passing is not known"),
    ("passOnStalemateBlack", "false", "passing is not known"),
    ("tripleStepRegionWhite", "-", "triple steps are not known"),
    ("tripleStepRegionBlack", "-", "triple steps are not known"),
    ("dupleCheck", "false", "check by attacks on all of several kings is not known"),
    ("shatarMateRule", "false", "mates that depend on the checks before are not known"),
    ("bikjangRule", "false", "a draw by kings that face each other is not known (moves are the same)"),
    ("moveRepetitionIllegal", "false", "a ban on moving to and fro is not known"),
    ("chasingRule", "none", "rules against chasing are not known (moves are the same)"),
    ("countingRule", "none", "rules that count moves with few pieces left are not known (moves are the same)"),
    ("connectN", "0", "pieces in a row are not known"),
    ("connectNxN", "0", "pieces in a square are not known"),
    ("collinearN", "0", "pieces in a line are not known"),
    ("connectRegion1White", "-", "connected regions are not known"),
    ("connectRegion1Black", "-", "connected regions are not known"),
    ("adjudicateFullBoard", "false", "counting the pieces on a full board is not known"),
    ("castlingWins", "-", "castling that wins is not known"),
];

/// Keys that say more about another; they are lost where that one is.
pub(crate) const DEPENDENT: &[(&str, &[&str])] = &[
    ("connectPieceTypes", CONNECT),
    ("connectVertical", CONNECT),
    ("connectHorizontal", CONNECT),
    ("connectDiagonal", CONNECT),
    ("connectValue", CONNECT),
    ("connectRegion2White", &["connectRegion1White"]),
    ("connectRegion2Black", &["connectRegion1Black"]),
    ("wallOrMove", &["wallingRule"]),
    ("wallingRegionWhite", &["wallingRule"]),
    ("wallingRegionBlack", &["wallingRule"]),
    ("seirawanGating", &["gating"]),
    ("petrifyBlastPieces", &["petrifyOnCaptureTypes"]),
    ("enclosingDropStart", &["enclosingDrop"]),
];

const CONNECT: &[&str] = &["connectN", "connectNxN", "collinearN", "connectRegion1White", "connectRegion1Black"];
