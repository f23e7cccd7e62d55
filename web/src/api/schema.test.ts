// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generate, target } from "../../scripts/api.mjs";

it("the types are those of the server's description (else: npm run api)", async () => {
  expect(readFileSync(target, "utf8")).toBe(await generate());
});
