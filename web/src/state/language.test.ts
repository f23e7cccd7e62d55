import { expect, it } from "vitest";
import { preferred } from "./language.ts";

it("takes the first of the browser's languages that there are texts in", () => {
  expect(preferred(["de-AT", "en"])).toBe("de");
  expect(preferred(["fr", "en-GB", "de"])).toBe("en");
  expect(preferred(["DE"])).toBe("de");
  expect(preferred(["fr", "toString"])).toBe("en");
  expect(preferred([])).toBe("en");
});
