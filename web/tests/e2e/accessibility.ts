/** Faults of accessibility, as axe finds them. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

async function violations(page: Page) {
  const found = await new AxeBuilder({ page })
    // Of all that passed axe would tell every node, which on a large board takes longer than the checks.
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      impact,
      text: `${id}: ${target.join(" ")} ${failureSummary ?? ""}`,
    })),
  );
}

/** All faults, each with its place. */
export async function faults(page: Page): Promise<string[]> {
  return (await violations(page)).map(({ text }) => text);
}

/** The faults that keep somebody out, each with its place. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const isSerious = ({ impact }: { impact?: string | null }) => impact === "serious" || impact === "critical";
  return (await violations(page)).filter(isSerious).map(({ text }) => text);
}
