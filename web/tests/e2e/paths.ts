/** Where the tests find things and leave things. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** A path among what a test run leaves behind. */
export function artifacts(...parts: string[]): string {
  return join(process.env.CI_ARTIFACTS ?? join(repository, "target", "artifacts"), ...parts);
}

/** Whether somebody may look at pictures of the pages: not in CI, unless it keeps what a run leaves behind. */
export const keepsPictures = !process.env.CI || Boolean(process.env.CI_ARTIFACTS);

/** The program under test: `SPIELRAUM_BIN`, or what `cargo build` made. */
export function program(): string {
  const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
  const path = process.env.SPIELRAUM_BIN ?? join(target, "debug", "spielraum");
  if (!existsSync(path)) {
    throw new Error(
      `There is no program at ${path}. Run \`cargo build -p spielraum-cli\`, or name it in SPIELRAUM_BIN.`,
    );
  }
  return path;
}

/**
 * The system's Chromium, or what `CHROMIUM` names. The shell has no windows and no notices; it draws the same pages in
 * three quarters of the time. Where there is none, the whole Chromium takes its place.
 */
export function chromium(part: "shell" | "whole"): string {
  const shell = part === "shell" ? ["/usr/bin/chromium-headless-shell"] : [];
  const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : [...shell, "/usr/bin/chromium"];
  const found = places.find((place) => existsSync(place));
  if (!found) {
    const where = places.join(" or ");
    throw new Error(`There is no Chromium at ${where}. apt-get install chromium, or name one in CHROMIUM.`);
  }
  return found;
}
