/** How far things step back so that others are seen. */

/** Levels that are not looked at; their pieces; those that a picked-up piece has nothing to do with; what covers the cell pointed at. */
export const FADED = { floor: 0.22, piece: 0.75, bystander: 0.35, front: 0.6 };

/** How much farther a bystander steps back for each level between, and how far at most: it stays to be made out. */
const EACH = 0.15;
const FARTHEST = 0.84;

/** How much is to be seen of a level this many levels away from the one that is looked at. */
export const floorAway = (levels: number): number => Math.max(FADED.floor, 0.7 - EACH * levels);

/** How far the pieces on such a level step back. */
export const pieceAway = (levels: number): number => Math.min(FARTHEST, FADED.bystander + EACH * (levels - 1));

/** How far a bystander steps back that stands this many levels from the piece in hand. */
export const bystander = (levels: number): number => Math.min(FARTHEST, FADED.bystander + EACH * levels);
