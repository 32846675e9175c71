import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { commonService } from "../api/service.ts";
import { axeFindings } from "./axe.ts";
import { consoleBrowser, noConsole, type Person } from "./console-page.ts";

/* The page of the API reference, /docs, in a browser: its guides, its bar and its look. */

/** Scalar's script tries once whether it may use `eval`, which the policy refuses; Chromium adds a note to that. */
const PROBE = /^policy: script-src eval|^ Note that 'script-src' was not explicitly set/;

const MERGE = "/docs#tag/pdf/POST/api/v1/pdf/merge";
const KEY = "a-key-that-somebody-entered";

describe.skipIf(noConsole !== undefined)("the reference", () => {
  const service = commonService();
  const browse = consoleBrowser();
  const open = (person: Person) => browse(service(), { path: MERGE, expects: PROBE, ...person });

  test.each<Person>([
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 390 },
  ])("shows guides in the console's colours, $colorScheme at $width", { timeout: 120_000 }, async (person) => {
    const { page, faults, shifts } = await open(person);
    const guide = page.getByText("For one file out of several");
    await guide.waitFor();
    const example = page.locator("code", { hasText: "-o both.pdf" });
    expect(await example.textContent()).toContain(`${service().baseUrl}/api/v1/pdf/merge`);
    expect(await example.textContent()).toContain("'X-API-Key: YOUR_API_KEY' -F files=@letter.pdf");

    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
      person.colorScheme === "dark" ? "rgb(16, 19, 24)" : "rgb(246, 247, 249)",
    );
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(person.width);
    expect(await axeFindings(page, ".quire-bar")).toEqual([]);
    const moved = (await shifts()).filter((shift) => shift.moved.some((html) => html.includes("quire")));
    expect(moved).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("its own switch changes the theme of the bar too, and a theme of the console is taken over", {
    timeout: 240_000,
  }, async () => {
    const { page } = await open({ colorScheme: "light" });
    const background = () => page.evaluate("getComputedStyle(document.querySelector('.quire-bar')).backgroundColor");
    await page.getByText("For one file out of several").waitFor();
    expect(await background()).toBe("rgb(255, 255, 255)");
    await page.evaluate("localStorage.setItem('quire.theme', 'dark')");
    await page.reload();
    await page.getByText("For one file out of several").waitFor();
    expect(await background()).toBe("rgb(24, 28, 35)");
    await page.getByRole("button", { name: /light mode/i }).click();
    await expect.poll(background).toBe("rgb(255, 255, 255)");
  });

  test("keeps what was entered over a reload only if asked, and forgets it when told", {
    timeout: 240_000,
  }, async () => {
    const { page, faults } = await open({});
    const keep = page.getByRole("checkbox", { name: "Keep the key in this browser" });
    const field = async () => {
      // The fields of the key are beside the introduction.
      await page.evaluate("location.hash = 'description/introduction'");
      const one = page.locator(".scalar-password-input").first();
      await one.waitFor();
      return one;
    };
    expect(await keep.isChecked()).toBe(false);
    await (await field()).fill(KEY);
    await settled(page);
    expect(await stored(page)).not.toContain(KEY);
    await page.reload();
    expect(await (await field()).inputValue()).toBe("");

    // What was entered before it is asked for is kept as well; the keyboard is enough.
    await (await field()).fill(KEY);
    await settled(page);
    await keep.focus();
    await page.keyboard.press("Space");
    await page.reload();
    expect(await keep.isChecked()).toBe(true);
    await expect.poll(async () => (await field()).inputValue()).toBe(KEY);
    await (await field()).fill(`${KEY}-2`);
    await settled(page);
    expect(await stored(page)).toContain(`${KEY}-2`);

    await keep.focus();
    await page.keyboard.press("Space");
    await settled(page);
    expect(await stored(page)).not.toContain(KEY);
    await page.reload();
    expect(await keep.isChecked()).toBe(false);
    expect(await (await field()).inputValue()).toBe("");
    expect(faults).toEqual([]);
  });
});

/** Waits longer than the reference takes to write what was entered. */
const settled = (page: Page): Promise<void> => page.waitForTimeout(1500);

const stored = async (page: Page): Promise<string> => String(await page.evaluate("JSON.stringify(localStorage)"));
