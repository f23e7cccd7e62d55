import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Analyst } from "../api/analysis.ts";
import { type Api, answerBy, api } from "../api/client.ts";
import type { AnalysisMessage, Move, Score } from "../api/types.ts";
import { judgeBy } from "./judge.ts";

const server = api;
let hear: (message: AnalysisMessage) => void = () => undefined;
let closed = 0;

beforeEach(() => {
  vi.useFakeTimers();
  closed = 0;
  const analysisSocket: Api["analysisSocket"] = ({ message, opened }) => {
    hear = message;
    queueMicrotask(() => opened?.());
    return { send: () => true, close: () => (closed += 1), reopen: () => undefined } as never;
  };
  answerBy({ ...server, analysisSocket });
});

afterEach(() => {
  vi.useRealTimers();
  answerBy(server);
});

const info = (depth: number, score: Score): AnalysisMessage =>
  ({
    type: "info",
    depth,
    nodes: 1,
    nps: 1,
    learned: false,
    side: "black",
    lines: [{ score, pv: [{ text: "m" } as Move] }],
  }) as never;

const question = { place: { variant: "g" }, side: "white" as const, depth: 9 };

it("answers as soon as it has found enough, seen from the side that was asked for", async () => {
  const judged = judgeBy(new Analyst())({ ...question, enough: ({ mate }) => mate != null });
  await vi.advanceTimersByTimeAsync(0);
  hear(info(3, { cp: 40 }));
  hear(info(4, { mate: -2 }));
  expect(await judged).toMatchObject({ score: { mate: 2 }, line: [{ text: "m" }] });
  expect(closed).toBe(1);
});

it("answers with the latest when it has gone deep, or when its time is over", async () => {
  const deep = judgeBy(new Analyst())({ ...question, enough: () => false });
  await vi.advanceTimersByTimeAsync(0);
  hear(info(9, { cp: 40 }));
  expect((await deep).score).toEqual({ cp: -40 });
  const late = judgeBy(new Analyst())({ ...question, enough: () => false, patience: 100 });
  await vi.advanceTimersByTimeAsync(0);
  hear(info(2, { cp: 1 }));
  await vi.advanceTimersByTimeAsync(50);
  hear(info(3, { cp: 2 }));
  await vi.advanceTimersByTimeAsync(60);
  expect((await late).score).toEqual({ cp: -2 });
});

it("says why it can't", async () => {
  const judged = judgeBy(new Analyst())({ ...question, enough: () => false });
  const refused = expect(judged).rejects.toThrow("No engine.");
  await vi.advanceTimersByTimeAsync(0);
  hear({ type: "refused", id: null, code: "x", message: "No engine." } as never);
  await refused;
});
