import { describe, expect, it } from "vitest";
import { match } from "./router.tsx";

describe("match", () => {
  it("reads the named parts of an address", () => {
    expect(match("/rules/:variant", "/rules/raumschach")).toEqual({ variant: "raumschach" });
    expect(match("/rules/:variant", "/rules/a%20b/")).toEqual({ variant: "a b" });
  });
  it("lets an optional part be missing", () => {
    expect(match("/workshop/:id?", "/workshop")).toEqual({});
    expect(match("/workshop/:id?", "/workshop/w-1")).toEqual({ id: "w-1" });
  });
  it("refuses what does not fit", () => {
    expect(match("/rules/:variant", "/rules")).toBeNull();
    expect(match("/", "/rules")).toBeNull();
    expect(match("/games", "/games/x")).toBeNull();
  });
  it("keeps an address that is badly encoded", () => {
    expect(match("/rules/:variant", "/rules/%E0%A4%A")).toEqual({ variant: "%E0%A4%A" });
  });
});
