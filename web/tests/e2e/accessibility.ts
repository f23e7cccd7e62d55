/** Faults of accessibility, as axe finds them. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What is looked for: everything, what colours alone can spoil, or what they cannot. */
export type Concern = "all" | "colours" | "all but colours";

const CONTRAST = "color-contrast";

async function violations(page: Page, concern: Concern) {
  // Of all that passed axe would list every node, which on a large board takes longer than the checks.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  if (concern === "colours") axe.withRules(CONTRAST);
  else axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]);
  if (concern === "all but colours") axe.disableRules(CONTRAST);
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      impact,
      text: `${id}: ${target.join(" ")} ${failureSummary ?? ""}`,
    })),
  );
}

/** All faults, each with its place. */
export async function faults(page: Page): Promise<string[]> {
  return (await violations(page, "all")).map(({ text }) => text);
}

/** The faults that keep somebody out, each with its place. */
export async function seriousFaults(page: Page, concern: Concern = "all"): Promise<string[]> {
  const isSerious = ({ impact }: { impact?: string | null }) => impact === "serious" || impact === "critical";
  return (await violations(page, concern)).filter(isSerious).map(({ text }) => text);
}
