import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { send, toImages } from "../api/client.ts";
import { expectOk } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { consoleBrowser, goTo, noConsole, signIn } from "./console-page.ts";
import { keep } from "./playground.ts";
import { consoleVisits, VISIT_MS, VISITORS } from "./visit.ts";

/* What is only looked at: the overview and the settings, each of which axe looks at, and how the console moves. */

/** The sections of the settings, and something that each shows when it has been read. */
const SECTIONS = [
  { section: "Limits", shows: "What is answered at once" },
  { section: "Prices", shows: "remove-password" },
  { section: "System", shows: "Languages" },
  { section: "Audit log", shows: "Written with each change" },
] as const;

/** Page code that returns how many animations go on. */
const RUNNING = `document.getAnimations().filter(({ playState }) => playState === "running").length`;

describe.skipIf(noConsole !== undefined)("what is in force", { timeout: VISIT_MS }, () => {
  const service = commonService();
  const open = consoleBrowser();
  const visit = consoleVisits(open);

  test.each(VISITORS)("overview and settings: $colorScheme, $width, $by", async (visitor) => {
    const { page, hands, look, expectNoFault } = await visit(service(), service().key, visitor);
    await hands.goTo("Overview");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("region", { name: "Engines and queues" }).waitFor();
    await look("overview");
    await hands.goTo("Settings");
    await page.getByRole("region", { name: "Languages of text recognition" }).getByRole("table").waitFor();
    await look("general");
    for (const { section, shows } of SECTIONS) {
      await hands.press(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: section }));
      await page.locator("#content").getByText(shows).first().waitFor();
      await expect.poll(() => page.getByText("Loading", { exact: true }).count()).toBe(0);
      await look(section);
    }
    await expectNoFault();
  });

  test("the usage that the overview shows can be kept as CSV", async () => {
    const { key } = await newClient(service(), 100);
    expectOk(await send(service(), { path: "/api/v1/account/usage", key }));
    expectOk(await toImages({ ...service(), key }, await readFile("docs/samples/letter.pdf")));
    const { page, hands, expectNoFault } = await visit(service(), key, { by: "pointer" });
    await hands.goTo("Overview");
    await hands.press(page.getByText("Table of Calls and errors by operation"));
    const { name, bytes } = await keep(page, page.getByRole("group").filter({ hasText: "by operation" }));
    expect(name).toBe("usage-by-operation.csv");
    expect(bytes.toString().split("\r\n")).toEqual([
      "operation,calls,errors,server_errors,p50_ms,p95_ms,pages,credits",
      expect.stringMatching(/^pdf-to-image,1,0,0,\d+,\d+,2,1$/),
      "",
    ]);
    await expectNoFault();
  });

  test.each(VISITORS)("a theme is chosen and remembered: $colorScheme, $width, $by", async (visitor) => {
    const { page, hands, expectNoFault } = await visit(service(), service().key, visitor);
    const other = visitor.colorScheme === "dark" ? "light" : "dark";
    await hands.goTo("Settings");
    await hands.choose(page.getByRole("button", { name: /Theme$/ }), other === "dark" ? "Dark" : "Light");
    const scheme = () => page.evaluate("getComputedStyle(document.documentElement).colorScheme");
    await expect.poll(scheme).toBe(other);
    await page.reload();
    await page.getByLabel("API key").waitFor();
    expect(await scheme()).toBe(other);
    await expectNoFault();
  });

  test.each([
    { reducedMotion: "reduce", moves: false },
    { reducedMotion: "no-preference", moves: true },
  ] as const)("what is being read moves: $moves, as the system has it: $reducedMotion", async (person) => {
    const { page, faults } = await open(service(), person);
    await signIn(page, service().key);
    // Nothing answers, so that the place of the list stays empty.
    await page.route("**/api/v1/jobs?*", () => undefined);
    await goTo(page, "/jobs");
    await page.getByRole("status").getByText("Loading", { exact: true }).waitFor({ state: "attached" });
    await expect.poll(async () => Number(await page.evaluate(RUNNING)) > 0).toBe(person.moves);
    expect(faults).toEqual([]);
  });
});
