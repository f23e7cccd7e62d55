/**
 * Positions and moves that the browser tests enter, each with the reason it has. `spielraum legal GAME --fen FEN`
 * lists the moves of each; the numbers in the comments (N1, Q11 ...) are those of the games' rules pages.
 */

/** Every game of the inventors. */
export const SEED_GAMES = [
  "nacht-schach",
  "nacht-schach-reverse",
  "stereo-chess",
  "nichtschach",
  "elefantnichtschach",
  "generalnichtschach",
  "schweinnichtschach",
  "rajnichtschach",
  "paschanichtschach",
  "springernichtschach",
  "baernichtschach",
  "hummernichtschach",
  "spaniennichtschach",
  "springernichtschach-crossover",
  "baernichtschach-crossover",
  "stockgi",
  "stock-qi",
  "stockyang",
  "stockhorn",
  "stock-taijitu",
] as const;

/** Where two armies meet, and an option is switched on. */
export const SEED_GAMES_WITH_OPTIONS = [
  { variant: "flipped-return", options: { white: "springer", black: "baer-crossover" } },
  { variant: "nacht-schach", options: { castling: "on" } },
] as const;

/** The parts of a FEN's placement, level by level. */
const levels = (...parts: string[]) => parts.join("|");

// --- Stereo-Chess ------------------------------------------------------------------------------------------------

/** The shortest checkmate: from e1 no cell of the upper levels can be reached. */
export const FOOLS_MATE = { variant: "stereo-chess", moves: ["f2f3", "e7e5", "g2g4", "d8h4"] } as const;

/** The same with moves up to level A in between, so that the keyboard has to change levels. */
export const MATE_WITH_LEVELS = {
  variant: "stereo-chess",
  moves: ["c2c3", "e7e5", "c3Ac3", "e5Ae5", "f2f3", "a7a6", "g2g4", "d8h4"],
} as const;

const STEREO_UPPER = "4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4";

/** White mates by moving up through the board: the queen takes on f7, guarded by the bishop. */
export const MATE_IN_ONE = {
  variant: "stereo-chess",
  fen: `r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR|${STEREO_UPPER} w KQkq - 0 1`,
  move: "h5f7",
  san: "Qxf7#",
} as const;

/** Both ways of castling are legal; the king's step to f1 or d1 is another target. */
export const CASTLING = {
  variant: "stereo-chess",
  fen: `r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R|${STEREO_UPPER} w KQkq - 0 1`,
  move: "e1g1",
} as const;

/** A pawn on level C is promoted on level D (S1); the bishop is not the first choice of anybody. */
export const PROMOTION_IN_SPACE = {
  variant: "stereo-chess",
  fen: "7k/P7/8/8/8/8/8/K7|4/4/4/4|4/4/4/4|P3/4/4/4|4/4/4/4 w - - 0 1",
  move: "Cc6Dc6=B",
  choices: ["Cc6Dc6=B", "Cc6Dc6=N", "Cc6Dc6=Q", "Cc6Dc6=R"],
} as const;

// --- Nacht Schach ------------------------------------------------------------------------------------------------

/** Promotion by replacement (N1): queen and rook are in the prison, so nothing else can be chosen. */
export const REPLACEMENT = {
  variant: "nacht-schach",
  fen: "7k/1P6/8/8/8/8/K7[QR] w - - 0 1",
  from: "b6",
  to: "b7",
  choices: ["b6b7=Q", "b6b7=R"],
  move: "b6b7=R",
} as const;

/** The same with an empty prison: the pawn cannot enter the last rank. */
export const NO_REPLACEMENT = { variant: "nacht-schach", fen: "7k/1P6/8/8/8/8/K7[] w - - 0 1", from: "b6", to: "b7" };

// --- Stockgi -----------------------------------------------------------------------------------------------------

const STOCKGI_T = "wwlllww/1r3u1/ppppppp/7/7/7/PPPPPPP/1U3R1/WWLLLWW";
const STOCKGI_U = "waagaaw/1r3u1/ppppppp/7/7/7/PPPPPPP/1U3R1/WAAGAAW";
const STOCKGI_V = "lagggal/1r3u1/ppppppp/7/7/7/PPPPPPP/1U3R1/LAGGGAL";
const STOCKGI_W = "lggkggl/7/ppppppp/7/7/7/PPPPPPP/7/LGGKGGL";
const stockgi = (w: string) => levels(STOCKGI_T, STOCKGI_U, STOCKGI_V, w, STOCKGI_V, STOCKGI_U, STOCKGI_T);

/** The start, with something in both hands: White drops a Stockbrook, then Black a Stockbrook of its own. */
export const DROP = {
  variant: "stockgi",
  fen: `${stockgi(STOCKGI_W)}[RPr] w - - 0 1`,
  symbol: "R",
  to: "wd5",
  move: "R@wd5",
  reply: "R@wc6",
} as const;

/** A Stockpoint enters the enemy camp and may be promoted or not (Q7). */
export const PROMOTION_IF_WANTED = {
  variant: "stockgi",
  fen: `${stockgi("lggkggl/7/pp1pppp/2P4/7/7/PP1PPPP/7/LGGKGGL")}[] w - - 0 1`,
  from: "wc6",
  to: "wc7",
  choices: ["wc6wc7", "wc6wc7+"],
  move: "wc6wc7+",
} as const;

// --- Stockyang ---------------------------------------------------------------------------------------------------

/** The Emperor's eight swaps (Q13) are legal at the start. */
export const SWAP = { variant: "stockyang", from: "wd1", to: "vd1", move: "wd1~vd1" } as const;

const YANG_V = "nusssun/c5c/b1b1b1b/1b1b1b1/7/7/1B1B1B1/B1B1B1B/C5C/NUSSSUN";
const YANG_Y = "ruusuur/7/1b1b1b1/b1b1b1b/7/7/B1B1B1B/1B1B1B1/7/RUUSUUR";
const YANG_Z = "rrnnnrr/2ccc2/b1b1b1b/1b1b1b1/7/7/1B1B1B1/B1B1B1B/2CCC2/RRNNNRR";
const YANG_W = "nsskssn/c5c/1b1b1b1/b1b1b1b/7/7/B1B1B1B/1B1B1B1/C5C/NSSKSSN";

/**
 * The start without White's Stockbroker on td4 and with Black's of ub8 on ub5. From tc3 White has three bent double
 * steps beside the straight one (Q11), and reaches td5 in two ways: by tc4, where ub5 can then capture in passing,
 * and by td4, where it cannot.
 */
export const BENT_DOUBLE_STEP = {
  variant: "stockyang",
  fen: `${levels(
    "rrnnnrr/2ccc2/b1b1b1b/1b1b1b1/7/7/1B3B1/B1B1B1B/2CCC2/RRNNNRR",
    "ruusuur/7/3b1b1/b1b1b1b/7/1b5/B1B1B1B/1B1B1B1/7/RUUSUUR",
    YANG_V,
    YANG_W,
    YANG_V,
    YANG_Y,
    YANG_Z,
  )}[] w - - 0 1`,
  from: "tc3",
  to: "td5",
  ways: ["tc3tc4td5", "tc3td4td5"],
  move: "tc3tc4td5",
  enPassant: { from: "ub5", to: "tc4", move: "ub5tc4", captured: "td5" },
} as const;

// --- Stock Taijitu -----------------------------------------------------------------------------------------------

const TAIJITU_Z = "rruuurr/eesssee/7/7/7/7/7/7/EESSSEE/RRUUURR";
const TAIJITU_U = "r1ddd1r/ecc1cce/7/7/7/7/7/7/ECC1CCE/R1DDD1R";
const TAIJITU_V = "udvfvdu/scvfvcs/2vfv2/7/7/7/7/2VFV2/SCVFVCS/UDVFVDU";
const TAIJITU_W = "udfkfdu/s1fnf1s/2f1f2/7/7/7/7/2F1F2/S1FNF1S/UDFKFDU";

/**
 * Promotion elsewhere (Q16): the Stockbrook of ta5 enters the enemy cube while a Stockbrook is in the prison; one of
 * 24 Stockviceroys and Stockeunuchs may become it, or none.
 */
export const PROMOTION_ELSEWHERE = {
  variant: "stock-taijitu",
  fen: `${levels(
    "rruuurr/eesssee/7/7/7/R6/7/7/EESSSEE/2UUURR",
    TAIJITU_U,
    TAIJITU_V,
    TAIJITU_W,
    TAIJITU_V,
    TAIJITU_U,
    TAIJITU_Z,
  )}[R] w - - 0 1 -`,
  from: "ta5",
  to: "ta6",
  choices: 25,
  elsewhere: "vc1",
  move: "ta5ta6,vc1=R",
} as const;

// --- Wins without a royal ----------------------------------------------------------------------------------------

/** Black's only piece with the Unicorn's move stands on wc4, before a rook: taking it wins by extinction (X3). */
export const EXTINCTION = {
  variant: "nichtschach",
  fen: `${levels(
    "r1jj1r/pppppp/6/6/PPPPPP/RNJJNR",
    "sb2bs/pppppp/6/6/PPPPPP/SBGGBS",
    "cq2qc/pppppp/2u3/6/PP1PPP/CQRUQC",
    "ao2oa/pppppp/6/6/PPPPPP/AOUUOA",
    "sb2bs/pppppp/6/6/PPPPPP/SBDDBS",
    "rnjjnr/pppppp/6/6/PPPPPP/1NJJNR",
  )} w - - 0 1`,
  from: "wc1",
  to: "wc4",
  move: "wc1wc4",
  san: "Rxwc4#",
  extinction: "Unicorn",
} as const;

/** Black has two pieces of the Unicorn's group, the least that it must keep; a rook takes one of them (F3). */
export const RETENTION = {
  variant: "elefantnichtschach",
  fen: `${levels(
    "rtq1tr/pppppp/6/6/PPPPPP/RTGVTR",
    "bl2lb/pppppp/6/6/PPPPPP/BLDHLB",
    "1qk1k1/pppppp/2u3/6/PP1PPP/UERKQU",
    "u1kqk1/pppppp/6/6/PPPPPP/UEKQEU",
    "bl2lb/pppppp/6/6/PPPPPP/BLHDLB",
    "rt2tr/pppppp/6/6/PPPPPP/RTVGTR",
  )}[] w - - 0 1`,
  from: "wc1",
  to: "wc4",
  move: "wc1wc4",
  extinction: "Unicorn",
} as const;
