import { describe, expect, it } from "vitest";
import { byScore, forWhite, scoreText, share } from "./score.ts";

describe("scores", () => {
  it("are turned round when Black is to move", () => {
    expect(forWhite({ cp: 130 }, "black")).toEqual({ cp: -130 });
    expect(forWhite({ mate: 3 }, "black")).toEqual({ mate: -3 });
    expect(forWhite({ cp: 130 }, "white")).toEqual({ cp: 130 });
  });
  it.each([
    [{ cp: 134 }, "+1.3"],
    [{ cp: -40 }, "−0.4"],
    [{ cp: 3 }, "0.0"],
    [{ cp: -3 }, "0.0"],
    [{ cp: 1234 }, "+12"],
    [{ mate: 5 }, "#5"],
    [{ mate: -3 }, "−#3"],
  ])("%o reads %s", (score, text) => expect(scoreText(score)).toBe(text));
  it("are ordered from the soonest win to the soonest loss", () => {
    const scores = [{ mate: -1 }, { cp: 20 }, { mate: 4 }, { cp: -300 }, { mate: -9 }, { mate: 2 }, { cp: 900 }];
    const ordered = [{ mate: 2 }, { mate: 4 }, { cp: 900 }, { cp: 20 }, { cp: -300 }, { mate: -9 }, { mate: -1 }];
    expect(scores.sort(byScore)).toEqual(ordered);
  });
  it("fill the bar from both ends", () => {
    expect(share({ cp: 0 })).toBe(0.5);
    expect(share({ cp: 300 })).toBeGreaterThan(0.6);
    expect(share({ cp: 300 }) + share({ cp: -300 })).toBeCloseTo(1);
    expect(share({ mate: -2 })).toBeLessThan(share({ cp: -900 }));
  });
});
