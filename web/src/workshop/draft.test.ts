import { describe, expect, it } from "vitest";
import { loadDraft, saveDraft } from "./draft.ts";

const storage = (kept: string | null) => ({
  getItem: () => kept,
  setItem(_key: string, value: string) {
    kept = value;
  },
});

describe("drafts", () => {
  it("come back as they were", () => {
    const place = storage(null);
    expect(saveDraft({ base: "raumschach", text: 'title "x"\n' }, place)).toBe(true);
    expect(loadDraft(place)).toEqual({ base: "raumschach", text: 'title "x"\n' });
  });
  it.each([null, "", "{", "null", "[1]", '{"text":3,"base":"a"}'])("does not trip over %s", (kept) => {
    expect(loadDraft(storage(kept))).toBeNull();
  });
  it("says when the browser keeps nothing", () => {
    const full = {
      setItem() {
        throw new Error("full");
      },
    };
    expect(saveDraft({ base: "", text: "" }, full)).toBe(false);
  });
});
