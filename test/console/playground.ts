import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { run } from "../api/programs.ts";
import { goTo } from "./console-page.ts";

/* What a person does in the playground, and what is to be seen there. */

/** A file as a person chooses it. */
export interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** What is entered in the form of an operation, by the names of the fields. */
export interface Entered {
  /** The tab of the source, where there are several. */
  readonly source?: string;
  readonly files?: Readonly<Record<string, readonly Chosen[]>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly choices?: Readonly<Record<string, string>>;
}

export const pdf = (buffer: Buffer, name = "document.pdf"): Chosen => ({ name, mimeType: "application/pdf", buffer });

/** Opens the form of an operation and fills it in; options that are folded are unfolded. */
export async function enter(
  page: Page,
  name: string,
  { source, files = {}, texts = {}, choices = {} }: Entered,
): Promise<void> {
  await goTo(page, `/playground/${name}`);
  await submitOf(page).waitFor();
  if (source !== undefined) {
    await page.getByRole("tab", { name: source, exact: true }).click();
  }
  for (const [field, chosen] of Object.entries(files)) {
    await page.locator(`[data-field="${field}"] input[type=file]`).setInputFiles([...chosen]);
  }
  for (const [field, text] of Object.entries(texts)) {
    await (await fieldOf(page, field)).locator("input, textarea").fill(text);
  }
  for (const [field, choice] of Object.entries(choices)) {
    await (await fieldOf(page, field)).getByRole("button").click();
    await page.getByRole("option", { name: choice, exact: true }).click();
  }
}

/** Returns the button that makes the call. */
export const submitOf = (page: Page): Locator => page.locator("form button[type=submit]");

/** Makes the call, and returns the place of its result. */
export async function result(page: Page): Promise<Locator> {
  await submitOf(page).click();
  const place = page.getByRole("region", { name: "Result", exact: true });
  await place.waitFor();
  return place;
}

/** A file that a person has kept. */
export interface Kept {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Downloads the result, or a file within a part of the page. */
export async function keep(page: Page, within: Page | Locator = page): Promise<Kept> {
  const link = within.getByRole("link", { name: /^Download / }).first();
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Fails unless something dark is drawn on what is seen of a page or an image. */
export async function expectDrawn(drawn: Locator): Promise<void> {
  await drawn.waitFor();
  await expect.poll(async () => await darknessOf(await drawn.screenshot())).toBeGreaterThan(0.0005);
}

/** Returns the share of dark pixels. */
async function darknessOf(png: Buffer): Promise<number> {
  const args = ["-", "-colorspace", "gray", "-threshold", "60%", "-format", "%[fx:1-mean]", "info:"];
  const { stdout } = await run("convert", args, { input: png });
  return Number(stdout.toString());
}

async function fieldOf(page: Page, name: string): Promise<Locator> {
  const field = page.locator(`[data-field="${name}"]`);
  if (!(await field.isVisible())) {
    await page.getByRole("button", { name: /more options?$/ }).click();
  }
  return field;
}
