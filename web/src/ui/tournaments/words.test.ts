import { describe, expect, it } from "vitest";
import type { TournamentSummary } from "../../api/types.ts";
import { formText, pointsText, progressText } from "./words.ts";

const summary = (more: Partial<TournamentSummary>): TournamentSummary => ({
  id: "t",
  title: "T",
  form: { kind: "swiss", rounds: 5 },
  wanted: { kind: "group", group: "any" },
  clock: { days: 3 },
  rated: false,
  start: { kind: "with", players: 4 },
  most: 8,
  stage: "upcoming",
  players: 1,
  joined: false,
  round: 0,
  created: 0,
  ...more,
});

describe("tournaments in words", () => {
  it("says when one begins and how far it has come", () => {
    const at = (more: Partial<TournamentSummary>) => progressText(summary(more), 1_000_000);
    expect(at({})).toBe("Begins when 3 more players have joined");
    expect(at({ players: 3 })).toBe("Begins when 1 more player has joined");
    expect(at({ start: { kind: "at", at: 1_065_000 } })).toBe("Begins in 1:05");
    expect(at({ start: { kind: "at", at: 1_004_500 } })).toBe("Begins in 0:05");
    expect(at({ start: { kind: "at", at: 1_000_000 } })).toBe("Begins any moment");
    expect(at({ stage: "running", round: 2, rounds: 5 })).toBe("Round 2 of 5");
    expect(at({ stage: "running", closes: 1_600_000 })).toBe("10:00 left");
    expect(at({ stage: "running", closes: 900_000 })).toBe("The last games are being played");
    expect(at({ stage: "cancelled" })).toBe("Called off before it began");
  });

  it("writes points and forms as players do", () => {
    expect([0, 0.5, 2, 2.5, 3.75].map(pointsText)).toEqual(["0", "½", "2", "2½", "3.75"]);
    expect(formText({ kind: "arena", minutes: 60, streaks: true, berserk: true })).toBe("Arena, 60 minutes");
    expect(formText({ kind: "round-robin" })).toBe("Round robin");
  });
});
