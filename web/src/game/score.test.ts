import { describe, expect, it } from "vitest";
import { forWhite, scoreText, share } from "./score.ts";

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
  it("fill the bar from both ends", () => {
    expect(share({ cp: 0 })).toBe(0.5);
    expect(share({ cp: 300 })).toBeGreaterThan(0.6);
    expect(share({ cp: 300 }) + share({ cp: -300 })).toBeCloseTo(1);
    expect(share({ mate: -2 })).toBeLessThan(share({ cp: -900 }));
  });
});
