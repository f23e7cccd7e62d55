import { beforeEach, describe, expect, it } from "vitest";
import { KING, move, NO_EVENTS, position, ROOK } from "./fixture.ts";
import { Interaction } from "./interaction.ts";
import type { Color, Move } from "./model.ts";
import { premoveTargets } from "./premove.ts";

const [A, B, C, D, E] = [0, 1, 2, 3, 4] as const;
let made: Move[];
let told: string[];
let play: Interaction;

beforeEach(() => {
  made = [];
  told = [];
  play = new Interaction({
    ...NO_EVENTS,
    moved: (each) => made.push(each),
    ahead: (selection) => (selection.kind === "hand" ? [B, C, D, E] : [B, D, E]),
    premoved: (how, { to }) => told.push(`${how} ${to}`),
  });
});

const standing: [number, number, Color][] = [
  [A, ROOK, "white"],
  [B, KING, "white"],
  [C, KING, "black"],
];
const thinking = position(standing, { side: "black", ply: 7, fen: "thinking" });
const mine = position(standing, { side: "white", ply: 8, fen: "mine" });

/** The other side thinks, and a move of the rook is set ahead. */
function setAhead(to: number): void {
  play.update(thinking, [], "none", "white");
  play.press(A);
  play.press(to);
}

describe("a move set ahead", () => {
  it("is made when it is legal then", () => {
    setAhead(D);
    expect(play.premove).toMatchObject({ to: D, piece: ROOK, color: "white" });
    expect(play.selection).toBeNull();
    expect(made).toEqual([]);
    play.update(mine, [move(A, D, { text: "d" }), move(A, E)], "white");
    play.playPremove();
    expect(made.map((each) => each.text)).toEqual(["d"]);
    expect(play.premove).toBeNull();
    expect(told).toEqual([`set ${D}`]);
  });

  it("is lost when it is not, and nothing stays picked up", () => {
    setAhead(D);
    play.update(mine, [move(A, E)], "white");
    play.playPremove();
    expect(made).toEqual([]);
    expect(told).toEqual([`set ${D}`, `lost ${D}`]);
    expect(play.selection).toBeNull();
  });

  it("asks what is open about it when its turn has come", () => {
    setAhead(D);
    play.update(mine, [move(A, D, { promotion: KING, text: "k" }), move(A, D, { promotion: ROOK })], "white");
    play.playPremove();
    expect(play.question?.topic).toBe("promotion");
    expect(made).toEqual([]);
  });

  it("is taken back by Escape, or by a press elsewhere", () => {
    setAhead(D);
    expect(play.cancel()).toBe(true);
    setAhead(E);
    play.press(D);
    expect(told).toEqual([`set ${D}`, `back ${D}`, `set ${E}`, `back ${E}`]);
    play.update(mine, [move(A, D), move(A, E)], "white");
    play.playPremove();
    expect(made).toEqual([]);
  });

  it("goes to own pieces too, from where something may have captured them, and is entered by dragging", () => {
    play.update(thinking, [], "none", "white");
    play.select({ kind: "cell", cell: A });
    expect(play.drop(B)).toBe(true);
    expect(play.premove).toMatchObject({ to: B });
    expect(play.drop(C)).toBe(false);
  });

  it("is for the next turn only, and only of one's own pieces", () => {
    play.update(thinking, [], "none", "white");
    play.press(C);
    expect(play.targets.size).toBe(0);
    play.press(C);
    setAhead(D);
    play.update(position(standing, { side: "white", ply: 6, fen: "taken back" }), [move(A, D)], "white");
    play.playPremove();
    expect(made).toEqual([]);
    expect(told.at(-1)).toBe(`lost ${D}`);
  });

  it("may be a drop", () => {
    play.update(thinking, [], "none", "white");
    play.select({ kind: "hand", color: "white", piece: ROOK });
    play.press(E);
    play.update(mine, [move(null, E, { kind: "drop", piece: ROOK, text: "R@e" })], "white");
    play.playPremove();
    expect(made.map((each) => each.text)).toEqual(["R@e"]);
  });
});

it("may go along every line of a piece, through what stands there", () => {
  const line = { kind: "slide" as const, cells: [B, C, D], open: 1, targets: [B], capture: false, quiet: true };
  const lines = [{ ...line, captures: true, turning: false }];
  expect(premoveTargets({ moves: [B], attacks: [E], attackers: { white: [], black: [] }, lines })).toEqual([
    B,
    E,
    C,
    D,
  ]);
});
