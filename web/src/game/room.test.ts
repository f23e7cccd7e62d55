import { EMPTY } from "@spielraum/board/model";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Game, LegalMoves, Move, Position, Variant } from "../api/types.ts";
import { GameRoom, PACE } from "./room.ts";
import { movesTo } from "./tree.ts";

/** A server at the other end of every socket: keeps what it received. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: { type: string; id: string; text?: string; ply?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const move = (text: string): Move => ({
  text,
  kind: "normal",
  from: 0,
  to: 1,
  piece: 0,
  changes: { off: [[0, 0, "white"]], on: [[1, 0, "white"]] },
  next: "black",
});
const position = (moves: string[], side: "white" | "black"): Position => ({
  ...EMPTY,
  fen: `fen ${moves.length}`,
  side,
  ply: moves.length,
  pieces: [[Math.min(moves.length, 1), 0, "white"]],
  history: moves.map(move),
});
const game = (moves: string[], part: Partial<Game> = {}): Game => ({
  id: "g",
  variant: "v",
  options: {},
  title: "V",
  players: { white: null, black: null },
  you: "white",
  opponent: { kind: "friend" },
  rated: false,
  help: false,
  start: "fen 0",
  moves,
  position: position(moves, moves.length % 2 === 0 ? "white" : "black"),
  clock: null,
  offers: { draw: null, takeback: null, rematch: null },
  status: "playing",
  result: null,
  created: 0,
  spectators: 0,
  ...part,
});
const made = (ply: number, text: string) => ({
  type: "move",
  ply,
  move: move(text),
  fen: "",
  clock: null,
  position: { ...position([], ply % 2 === 0 ? "white" : "black"), ply, history: undefined },
  result: null,
});
const last = () => FakeSocket.all.at(-1) as FakeSocket;
/** Moves are announced as they are seen: not faster than eyes. */
const seen = (...messages: object[]) => {
  for (const message of messages) {
    last().tell(message);
    vi.advanceTimersByTime(PACE);
  }
};
const shown = (room: GameRoom) => {
  const record = room.record.value;
  return record ? movesTo(record.cursor.value) : [];
};

let refused: string[];
let declined: string[];
let room: GameRoom;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(position([], "white")), { status: 200 }));
  FakeSocket.all = [];
  refused = [];
  declined = [];
  room = new GameRoom(
    game([]),
    { board: { cells: [{ name: "c0" }, { name: "c1" }] }, pieces: [] } as unknown as Variant,
    (message) => refused.push(message),
    (what) => declined.push(what),
  );
  last().open();
  last().tell({ type: "game", game: game([]) });
});

afterEach(() => {
  room.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("GameRoom", () => {
  it("sends a move with the number of moves before it, and follows the game", () => {
    room.move(move("a"));
    expect(last().sent).toMatchObject([{ type: "move", ply: 0, text: "a" }]);
    expect(room.sending.value).toBe(true);
    seen(made(1, "a"), { type: "ack", id: last().sent[0]?.id }, made(2, "b"));
    expect(room.sending.value).toBe(false);
    expect(room.game.value?.moves).toEqual(["a", "b"]);
    expect(shown(room)).toEqual(["a", "b"]);
  });

  it("shows our move at once, and the reply when the move has been seen", () => {
    room.move(move("a"));
    const position = () => room.record.value?.position.value;
    expect(shown(room)).toEqual(["a"]);
    expect(position()).toMatchObject({ side: "black", ply: 1, pieces: [[1, 0, "white"]], fen: "" });
    expect(room.game.value?.moves).toEqual([]);
    last().tell(made(1, "a"));
    last().tell(made(2, "b"));
    last().tell({ type: "presence", spectators: 3, online: { white: true, black: true } });
    expect(room.game.value?.moves).toEqual(["a"]);
    vi.advanceTimersByTime(PACE - 1);
    expect(shown(room)).toEqual(["a"]);
    vi.advanceTimersByTime(1);
    expect(shown(room)).toEqual(["a", "b"]);
    expect(room.game.value?.spectators).toBe(3);
  });

  it("does not fall behind a game that is faster than eyes", () => {
    const texts = [..."abcdefghijkl"];
    for (const [k, text] of texts.entries()) last().tell(made(k + 1, text));
    vi.advanceTimersByTime(6 * PACE);
    expect(shown(room)).toEqual(texts);
  });

  it("counts the time of a clock from when it was heard, not from when the move was shown", () => {
    const clock = { initial: 60, increment: 0, white: 9000, black: 9000, running: "white", at: 0 };
    room.move(move("a"));
    last().tell(made(1, "a"));
    const heard = performance.now();
    last().tell({ ...made(2, "b"), clock });
    vi.advanceTimersByTime(PACE);
    expect(room.clock.value).toMatchObject({ white: 9000, heard });
  });

  it("keeps our move on the board while something else is reported of the game", () => {
    room.move(move("a"));
    last().tell({ type: "game", game: game([], { offers: { draw: "black", takeback: null, rematch: null } }) });
    expect(shown(room)).toEqual(["a"]);
    expect(room.sending.value).toBe(true);
  });

  it("sends a second move only when the first is answered", () => {
    room.move(move("a"));
    room.move(move("b"));
    expect(last().sent).toHaveLength(1);
  });

  it("says why a move was refused, and leaves everything as it was", async () => {
    room.move(move("x"));
    last().tell({ type: "refused", id: last().sent[0]?.id, code: "illegal-move", message: "No." });
    expect(refused).toEqual(["No."]);
    expect(room.sending.value).toBe(false);
    expect(room.game.value?.moves).toEqual([]);
    expect(shown(room)).toEqual([]);
    await vi.waitFor(() => expect(room.record.value?.position.value?.pieces).toEqual([[0, 0, "white"]]));
  });

  it("repeats a move that was lost on the way", () => {
    room.move(move("a"));
    last().close();
    expect(room.connection.value).toBe("lost");
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    last().open();
    last().tell({ type: "game", game: game([]) });
    expect(last().sent).toMatchObject([{ type: "move", ply: 0, text: "a" }]);
  });

  it("does not repeat a move that had arrived", () => {
    room.move(move("a"));
    last().close();
    vi.advanceTimersByTime(2000);
    last().open();
    last().tell({ type: "game", game: game(["a"]) });
    expect(last().sent).toEqual([]);
    expect(room.sending.value).toBe(false);
    expect(shown(room)).toEqual(["a"]);
  });

  it("goes back with the game when moves are taken back", () => {
    seen(made(1, "a"), made(2, "b"), { type: "game", game: game([]) });
    expect(room.game.value?.moves).toEqual([]);
    expect(shown(room)).toEqual([]);
  });

  it("leaves a viewer at an earlier move where they are", () => {
    seen(made(1, "a"), made(2, "b"));
    room.record.value?.first();
    seen(made(3, "c"));
    expect(shown(room)).toEqual([]);
    expect(room.record.value?.tree.mainLine).toHaveLength(3);
  });

  it("takes the legal moves that come along, and asks for none while the other side is to move", () => {
    const asked = vi.spyOn(globalThis, "fetch");
    const legal: LegalMoves = { steps: [[0, 0, [1]]], drops: [], others: [] };
    seen(made(1, "a"));
    expect(room.record.value?.position.value?.moves).toBeUndefined();
    seen({ ...made(2, "b"), legal });
    expect(room.record.value?.position.value?.moves?.map((each) => each.text)).toEqual(["c0c1"]);
    seen({ type: "game", game: game(["a", "b"], { legal }) });
    expect(asked).not.toHaveBeenCalled();
    // With too many to travel, they are asked for.
    seen({ type: "game", game: game(["a", "b", "c", "d"]) });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("has the conditional moves that are left, and hears what is said", () => {
    seen({ type: "game", game: game(["a"], { plan: [["b", "c", "d", "e"]] }) });
    seen({ ...made(2, "b") }, { ...made(3, "c"), plan: [["d", "e"]] });
    expect(room.game.value?.plan).toEqual([["d", "e"]]);
    seen({ ...made(4, "x") });
    expect(room.game.value?.plan).toBeUndefined();
    const message = { channel: "players", number: 1, name: "Bob", account: true, side: "black", text: "Hello", at: 0 };
    seen({ type: "said", message });
    expect(room.chat.messages.value).toEqual([message]);
    room.speak("players", "Good luck");
    expect(last().sent.at(-1)).toMatchObject({ type: "say", channel: "players", text: "Good luck" });
  });

  it("asks for the legal moves of a game that is over, to be looked at, unless there are none", () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const asked = () => fetched.mock.calls.filter(([path]) => path === "/api/positions").length;
    seen(made(1, "a"));
    const resigned = { winner: "white", reason: "resignation", text: "" } as const;
    seen({ type: "game", game: game(["a"], { status: "finished", result: resigned }) });
    expect(asked()).toBe(1);
    const mate = { winner: "black", reason: "checkmate", text: "" } as const;
    const mated = { ...position(["a", "b"], "white"), result: mate };
    seen({ type: "game", game: game(["a", "b"], { status: "finished", result: mate, position: mated }) });
    expect(asked()).toBe(1);
    expect(room.record.value?.position.value?.moves).toEqual([]);
  });

  it("gets the legal moves when the second player comes", () => {
    const legal: LegalMoves = { steps: [[0, 0, [1]]], drops: [], others: [] };
    seen({ type: "game", game: game([], { status: "open" }) }, { type: "game", game: game([], { legal }) });
    expect(room.record.value?.position.value?.moves).toHaveLength(1);
  });

  it("says that an offer was declined, and nothing when it was withdrawn, agreed to or played over", () => {
    const offered = { draw: "white", takeback: null, rematch: null } as const;
    last().tell({ type: "game", game: game([], { offers: offered }) });
    last().tell({ type: "game", game: game([]) });
    expect(declined).toEqual(["draw"]);
    last().tell({ type: "game", game: game([], { offers: offered }) });
    room.decline("draw");
    last().tell({ type: "game", game: game([]) });
    last().tell({ type: "game", game: game([], { offers: { ...offered, draw: "black" } }) });
    last().tell({ type: "game", game: game([]) });
    last().tell({ type: "game", game: game([], { offers: offered }) });
    last().tell({ type: "game", game: game([], { status: "finished" }) });
    expect(declined).toEqual(["draw"]);
  });

  it("lets its player go berserk once, before the first move and where it is allowed", () => {
    const tell = (moves: string[], part: Partial<Game>) => last().tell({ type: "game", game: game(moves, part) });
    const nobody = { white: false, black: false };
    expect(room.mayGoBerserk).toBe(false);
    tell([], { berserk: nobody });
    expect(room.mayGoBerserk).toBe(true);
    room.berserk();
    expect(last().sent.at(-1)?.type).toBe("berserk");
    tell([], { berserk: { white: true, black: false } });
    expect(room.mayGoBerserk).toBe(false);
    // The other side has gone berserk, which leaves it to us.
    tell([], { berserk: { white: false, black: true } });
    expect(room.mayGoBerserk).toBe(true);
    last().tell(made(1, "a1a2"));
    expect([room.hasMoved("white"), room.hasMoved("black"), room.mayGoBerserk]).toEqual([true, false, false]);
    tell(["a1a2"], { berserk: nobody, you: "black" });
    expect(room.mayGoBerserk).toBe(true);
    tell(["a1a2"], { berserk: nobody, you: null });
    expect(room.mayGoBerserk).toBe(false);
  });

  it("waits longer from try to try, but not forever", () => {
    for (let i = 0; i < 12; i += 1) {
      last().close();
      vi.advanceTimersByTime(15_000);
    }
    expect(FakeSocket.all.length).toBeGreaterThanOrEqual(12);
  });
});
