/** Makes src/api/schema.ts from the server's description of its interface. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const description = new URL("../../crates/server/openapi.json", import.meta.url);
export const target = new URL("../src/api/schema.ts", import.meta.url);

/**
 * The types, as text.
 * @returns {Promise<string>}
 */
export async function generate() {
  const api = JSON.parse(readFileSync(description, "utf8"));
  // Names of operations need not be unique between parts of the server; types are found by their paths.
  for (const path of Object.values(api.paths)) {
    for (const operation of Object.values(path)) delete operation.operationId;
  }
  return COMMENT_HEADER + astToString(await openapiTS(api));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await generate());
