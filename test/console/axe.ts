import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Returns what axe-core finds wrong with a page as it stands, one line for each element; none where it is accessible. Its
 * script is evaluated from outside, which the page's policy does not concern.
 * @param within a selector of the part that is looked at; absent: all of it
 */
export async function axeFindings(page: Page, within = "html"): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ["violations"], iframes: false })`,
  );
  const { violations }: { readonly violations: readonly Violation[] } = Object(found);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html} ${failureSummary}`),
  );
}
