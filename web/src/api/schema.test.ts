// @vitest-environment node
import { readFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, it } from "vitest";

it("the types are those of the server's description (else: npm run api)", async () => {
  const description = new URL("../../../crates/server/openapi.json", import.meta.url);
  const made = COMMENT_HEADER + astToString(await openapiTS(JSON.parse(readFileSync(description, "utf8"))));
  const kept = readFileSync(new URL("./schema.ts", import.meta.url), "utf8");
  expect(kept).toBe(made);
});
