import { beforeEach, describe, expect, it } from "vitest";
import { KING, move, NO_EVENTS, PAWN, position, ROOK, taking } from "./fixture.ts";
import { Interaction } from "./interaction.ts";
import type { Move } from "./model.ts";

const [A, B, C, D, E, F] = [0, 1, 2, 3, 4, 5] as const;
let made: Move[];
let play: Interaction;

beforeEach(() => {
  made = [];
  play = new Interaction({ ...NO_EVENTS, moved: (each) => made.push(each) });
});

const pieces = position([
  [A, ROOK, "white"],
  [B, KING, "white"],
  [C, ROOK, "black"],
]);

function texts(): string[] {
  return made.map((each) => each.text);
}

function answer(key: string): void {
  const found = play.question?.answers.find((each) => each.key === key);
  if (!found) throw new Error(`no answer ${key} among ${play.question?.answers.map((each) => each.key)}`);
  play.answer(found);
}

describe("pressing cells", () => {
  it("picks up and moves", () => {
    play.update(pieces, [taking(A, C, { text: "x" }), move(A, D, { text: "d" })], "white");
    play.press(A);
    expect([...play.targets.keys()]).toEqual([C, D]);
    play.press(C);
    expect(texts()).toEqual(["x"]);
    expect(play.selection).toBeNull();
  });

  it("lets go on the same cell or an empty one, and changes to another piece", () => {
    play.update(pieces, [move(A, D)], "white");
    play.press(A);
    play.press(A);
    expect(play.selection).toBeNull();
    play.press(A);
    play.press(B);
    expect(play.selection).toEqual({ kind: "cell", cell: B });
    play.press(E);
    expect(play.selection).toBeNull();
    expect(made).toEqual([]);
  });

  it("shows any piece but moves only one's own, and nothing when it is not one's turn", () => {
    play.update(pieces, [move(A, D)], "black");
    play.press(A);
    expect(play.selection).toEqual({ kind: "cell", cell: A });
    expect(play.targets.size).toBe(0);
    play.press(D);
    expect(made).toEqual([]);
  });

  it("keeps a piece that is looked at while the other side moves, unless it is gone", () => {
    play.update(pieces, [], "black");
    play.press(C);
    const after = position(
      [
        [D, ROOK, "white"],
        [C, ROOK, "black"],
      ],
      { side: "black" },
    );
    play.update(after, [move(C, E)], "black");
    expect(play.selection).toEqual({ kind: "cell", cell: C });
    expect([...play.targets.keys()]).toEqual([E]);
    play.update(position([[C, ROOK, "white"]], { side: "black" }), [], "black");
    expect(play.selection).toBeNull();
  });
});

describe("questions", () => {
  it("asks into what a pawn promotes, and whether at all", () => {
    const moves = [move(A, D, { text: "=R", promotion: ROOK, piece: PAWN }), move(A, D, { text: "stay", piece: PAWN })];
    play.update(pieces, moves, "white");
    play.press(A);
    play.press(D);
    expect(play.question?.topic).toBe("promotion");
    expect(play.question?.answers.map((each) => each.piece)).toEqual([ROOK, null]);
    answer("promotion:-");
    expect(texts()).toEqual(["stay"]);
  });

  it("asks which way, and takes a press on the cell passed as the answer", () => {
    const moves = [
      move(A, D, { text: "by E", kind: "double-step", via: E }),
      move(A, D, { text: "by F", kind: "double-step", via: F }),
    ];
    play.update(pieces, moves, "white");
    play.press(A);
    play.press(D);
    expect(play.question?.topic).toBe("via");
    play.press(F);
    expect(texts()).toEqual(["by F"]);
  });

  it("asks for a change elsewhere in two steps", () => {
    const moves = [
      move(A, D, { text: "none" }),
      move(A, D, { text: "B=R", elsewhere: { cell: B, piece: ROOK } }),
      move(A, D, { text: "B=P", elsewhere: { cell: B, piece: PAWN } }),
      move(A, D, { text: "E=R", elsewhere: { cell: E, piece: ROOK } }),
    ];
    play.update(pieces, moves, "white");
    play.press(A);
    play.press(D);
    expect(play.question?.topic).toBe("elsewhere");
    expect(play.question?.answers.map((each) => each.cell)).toEqual([null, B, E]);
    play.press(B);
    expect(play.question?.topic).toBe("elsewhere-piece");
    answer(`elsewhere-piece:${PAWN}`);
    expect(texts()).toEqual(["B=P"]);
  });

  it("asks what comes to the cell that is left", () => {
    const moves = [
      move(A, D, { text: "none" }),
      move(A, D, { text: "rook", gate: { cell: A, piece: ROOK } }),
      move(A, D, { text: "pawn", gate: { cell: A, piece: PAWN } }),
    ];
    play.update(pieces, moves, "white");
    play.press(A);
    play.press(D);
    expect(play.question?.topic).toBe("gate");
    expect(play.question?.answers.map((each) => each.piece)).toEqual([null, ROOK, PAWN]);
    answer(`gate:${PAWN}-${A}`);
    expect(texts()).toEqual(["pawn"]);
  });

  it("goes back without a move: question first, then the piece", () => {
    const moves = [move(A, D, { promotion: ROOK }), move(A, D, { promotion: KING })];
    play.update(pieces, moves, "white");
    play.press(A);
    play.press(D);
    play.press(E);
    expect(play.question).toBeNull();
    expect(play.selection).toEqual({ kind: "cell", cell: A });
    expect(play.cancel()).toBe(true);
    expect(play.selection).toBeNull();
    expect(play.cancel()).toBe(false);
    expect(made).toEqual([]);
  });

  it("asks whether to change places or to pick up the other piece; a drag means changing places", () => {
    const swap = move(B, A, { text: "B~A", kind: "swap", piece: KING });
    play.update(pieces, [swap, move(A, D, { text: "d" })], "white");
    play.press(B);
    play.press(A);
    expect(play.question?.answers.map((each) => each.manner)).toEqual(["swap", "select"]);
    answer("manner:select");
    expect(play.selection).toEqual({ kind: "cell", cell: A });
    // From the other piece the same swap is there too.
    expect([...play.targets.keys()].sort()).toEqual([B, D]);
    expect(play.drop(B)).toBe(true);
    expect(texts()).toEqual(["B~A"]);
  });

  it("asks whether a piece becomes another where it stands", () => {
    play.update(pieces, [move(A, A, { text: "A=K", promotion: KING }), move(A, D, { text: "d" })], "white");
    play.press(A);
    play.press(A);
    expect(play.question?.topic).toBe("promotion");
    expect(play.question?.answers.map((each) => each.piece)).toEqual([KING, null]);
    answer("promotion:stays");
    expect(play.selection).toEqual({ kind: "cell", cell: A });
    expect(made).toEqual([]);
    play.press(A);
    answer(`promotion:${KING}`);
    expect(texts()).toEqual(["A=K"]);
  });

  it("asks by notation when nothing else differs", () => {
    play.update(pieces, [move(A, D, { text: "one" }), move(A, D, { text: "two" })], "white");
    play.press(A);
    play.press(D);
    expect(play.question?.topic).toBe("text");
    answer("text:two");
    expect(texts()).toEqual(["two"]);
  });
});

describe("hands", () => {
  it("drop by two presses, or refuse by a drag beside the board", () => {
    const drop = move(null, E, { text: "R@e", kind: "drop" });
    play.update(pieces, [drop, move(A, D)], "white");
    play.select({ kind: "hand", color: "white", piece: ROOK });
    expect([...play.targets.keys()]).toEqual([E]);
    expect(play.drop(null)).toBe(false);
    expect(play.drop(D)).toBe(false);
    play.press(E);
    expect(texts()).toEqual(["R@e"]);
  });

  it("of the other side stay where they are", () => {
    play.update(pieces, [move(null, E, { kind: "drop" })], "both");
    play.select({ kind: "hand", color: "black", piece: ROOK });
    expect(play.targets.size).toBe(0);
  });
});

it("a pass is no target: its piece is let go as ever", () => {
  play.update(pieces, [move(B, B, { kind: "pass", text: "bb" }), move(B, D)], "white");
  play.press(B);
  expect([...play.targets.keys()]).toEqual([D]);
  play.press(B);
  expect(play.selection).toBeNull();
  expect(texts()).toEqual([]);
});

describe("what a part of a turn places", () => {
  const placings = [move(null, D, { kind: "placing", text: "D@d" }), move(null, E, { kind: "placing", text: "D@e" })];

  it("goes where a press says, without being picked up", () => {
    play.update(pieces, placings, "white");
    expect([...play.targets.keys()]).toEqual([D, E]);
    play.press(E);
    expect(texts()).toEqual(["D@e"]);
  });

  it("stays where it is while a piece is looked at, and for those who only watch", () => {
    play.update(pieces, placings, "white");
    play.press(A);
    expect([...play.targets.keys()]).toEqual([D, E]);
    expect(texts()).toEqual([]);
    play.update(pieces, placings, "none");
    expect(play.targets.size).toBe(0);
  });
});

it("promotes to the type that was decided beforehand, and asks where none was", () => {
  const at = position([[0, PAWN, "white"]]);
  const moves = [KING, ROOK].map((promotion) => move(0, 1, { piece: PAWN, promotion }));
  const made: Move[] = [];
  const promoting = (type: number | null): Interaction => {
    const events = { ...NO_EVENTS, moved: (each: Move) => made.push(each), promotes: () => type };
    const interaction = new Interaction(events);
    interaction.update(at, moves, "both");
    interaction.press(0);
    interaction.press(1);
    return interaction;
  };
  expect(promoting(ROOK).question).toBeNull();
  expect(made.map((each) => each.promotion)).toEqual([ROOK]);
  expect(promoting(null).question?.topic).toBe("promotion");
  expect(made).toHaveLength(1);
});
