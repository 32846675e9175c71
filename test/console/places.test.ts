import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { sharedService } from "../api/service.ts";
import { axeFindings } from "./axe.ts";
import { consoleBrowser, noConsole, type Person } from "./console-page.ts";
import { type Hands, keyboard, pointer } from "./hands.ts";

/* What people do in the places of the console, each as a whole. Every page and dialog on the way is looked at by axe. */

interface Visitor extends Person {
  readonly by: "pointer" | "keyboard";
}

const VISITORS: readonly Visitor[] = [
  { colorScheme: "light", width: 1280, by: "pointer" },
  { colorScheme: "dark", width: 390, by: "pointer" },
  { colorScheme: "light", width: 1280, by: "keyboard" },
];

describe.skipIf(noConsole !== undefined)("the places of the console", () => {
  const service = sharedService({});
  const open = consoleBrowser();

  /** Opens the console for a visitor who has signed in with a key. */
  async function visit(key: string, visitor: Visitor): Promise<Visit> {
    const { page, faults } = await open(service(), visitor);
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
      expectNoFault() {
        expect(findings).toEqual([]);
        expect(faults).toEqual([]);
      },
    };
  }

  test.each(VISITORS)("keys, $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 10, { scopes: ["*"] });
    const { page, hands, look, expectNoFault } = await visit(key, visitor);
    await hands.goTo("Keys");
    await rowOf(page, "Test").waitFor();
    await look("keys");
    await hands.press(page.getByRole("button", { name: "Create a key" }));
    const dialog = page.getByRole("dialog");
    await look("a new key");
    await hands.write(dialog.getByLabel(/^Name/), "Night shift");
    await hands.turn(dialog.getByRole("checkbox", { name: /^jobs / }));
    await hands.press(dialog.getByRole("button", { name: "Create the key" }));
    const secret = await dialog.getByLabel("API key").inputValue();
    expect(secret).toMatch(/^quire_live_/);
    await look("the secret");
    await hands.press(dialog.getByRole("button", { name: "I have stored it" }));
    await dialog.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);

    const other = await visit(secret, visitor);
    await other.hands.goTo("Jobs");
    await other.page.getByText("No jobs yet").waitFor();
    await hands.press(page.getByRole("button", { name: "Revoke Night shift" }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Revoke the key" }));
    await rowOf(page, "Night shift").waitFor({ state: "detached" });
    await other.page.getByText("The service does not accept this key any more").waitFor();
    await other.page.getByLabel("API key").waitFor();
    await other.look("the end");
    expectNoFault();
    other.expectNoFault();
  });
});

/** A visitor in the console. */
interface Visit {
  readonly page: Page;
  readonly hands: Hands;
  /** Has axe look at what is there now; what it finds is told at the end. */
  readonly look: (what: string) => Promise<void>;
  /** Fails where axe found something, or the console did what it must not do. */
  readonly expectNoFault: () => void;
}

const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
