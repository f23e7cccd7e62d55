import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";

describe("Outbox", () => {
  it("forgets what was acknowledged", () => {
    const box = new Outbox();
    const move = box.put({ type: "move", ply: 4, text: "a2-a3" });
    const resign = box.put({ type: "resign" });
    expect(move.id).not.toBe(resign.id);
    expect(box.settle(move.id)).toEqual(move);
    expect(box.settle(move.id)).toBeUndefined();
    expect(box.waiting).toEqual([resign]);
  });

  it("says a lost move again where the game still waits for it", () => {
    const box = new Outbox();
    const move = box.put({ type: "move", ply: 4, text: "a2-a3" });
    expect(box.afterReconnect(4, false)).toEqual([move]);
  });

  it("keeps quiet about a move that has arrived, and once the game is over", () => {
    const arrived = new Outbox();
    arrived.put({ type: "move", ply: 4, text: "a2-a3" });
    expect(arrived.afterReconnect(5, false)).toEqual([]);
    const over = new Outbox();
    over.put({ type: "move", ply: 4, text: "a2-a3" });
    over.put({ type: "resign" });
    expect(over.afterReconnect(4, true)).toEqual([]);
  });

  it("does not repeat offers, which the game shows by itself", () => {
    const box = new Outbox();
    box.put({ type: "offer", what: "draw" });
    expect(box.afterReconnect(4, false)).toEqual([]);
  });
});
