import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Service } from "../api/service.ts";
import { axeFindings } from "./axe.ts";
import { consoleBrowser, type Person, type Shift } from "./console-page.ts";
import { type Hands, keyboard, pointer } from "./hands.ts";

/* Whole visits to the console: somebody signs in, and works with its places by a pointer or by the keyboard alone. */

interface Visitor extends Person {
  readonly by: "pointer" | "keyboard";
}

export const VISITORS: readonly Visitor[] = [
  { colorScheme: "light", width: 1280, by: "pointer" },
  { colorScheme: "dark", width: 390, by: "pointer" },
  { colorScheme: "light", width: 1280, by: "keyboard" },
];

/** A visit goes through a whole place, with axe at every step; on a busy machine that takes minutes. */
export const VISIT_MS = 300_000;

/** A visitor in the console. */
interface Visit {
  readonly page: Page;
  readonly hands: Hands;
  /** Has axe look at what is there now; what it finds is told at the end. */
  readonly look: (what: string) => Promise<void>;
  /**
   * Fails where axe found something, the console did what it must not do, or something moved that nobody had touched. It
   * may move where files are chosen by a script: that is no input to the browser, though it is one to people.
   */
  readonly expectNoFault: (options?: { readonly mayMove: boolean }) => Promise<void>;
}

/** Below this, a page is felt as stable (web.dev/cls). */
const MOST_SHIFT = 0.1;

/** Returns what opens the console for a visitor who signs in with a key, in one browser for a file. */
export function consoleVisits(
  open = consoleBrowser(),
): (service: Pick<Service, "baseUrl">, key: string, visitor: Visitor) => Promise<Visit> {
  return async (service, key, visitor) => {
    const { page, faults, shifts } = await open(service, visitor);
    const hands = visitor.by === "keyboard" ? keyboard(page) : pointer(page);
    await hands.write(page.getByLabel("API key"), key);
    await hands.press(page.getByRole("button", { name: "Sign in" }));
    await page.locator("#navigation").waitFor({ state: "attached" });
    const findings: string[] = [];
    return {
      page,
      hands,
      async look(what) {
        findings.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`));
      },
      async expectNoFault({ mayMove } = { mayMove: false }) {
        expect(findings).toEqual([]);
        expect(faults).toEqual([]);
        const moved = await shifts();
        expect(mayMove ? 0 : largestOf(moved), JSON.stringify(moved)).toBeLessThan(MOST_SHIFT);
      },
    };
  };
}

/** Returns the cumulative layout shift: the largest sum of shifts that follow each other within a second, for five seconds at most. */
function largestOf(shifts: readonly Shift[]): number {
  let [largest, sum, beganMs, lastMs] = [0, 0, 0, 0];
  for (const { value, atMs } of shifts) {
    const isAnother = atMs - lastMs >= 1000 || atMs - beganMs >= 5000;
    beganMs = isAnother ? atMs : beganMs;
    sum = isAnother ? value : sum + value;
    lastMs = atMs;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Returns the rows of tables that have a text. */
export const rowOf = (page: Page | Locator, text: string): Locator => page.getByRole("row").filter({ hasText: text });
