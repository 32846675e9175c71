/*
 * Makes the pictures of the console in docs/console: starts a service, does a little with it, and has Chromium show each
 * place. Usage: scripts/with-node24 --test scripts/console-pictures.ts [--to=FOLDER] [--theme=light|dark] [--width=1280]
 * [--service=ADDRESS --key=KEY], where a service that is named is used in place of a new one, and is not filled.
 */
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { findChromium } from "../src/engines/chromium/browser/find-chromium.ts";
import { startService } from "../test/api/running-service.ts";

const root = resolve(import.meta.dirname, "..");
const letter = join(root, "docs/samples/letter.pdf");
const { values } = parseArgs({
  options: {
    to: { type: "string", default: join(root, "docs/console") },
    theme: { type: "string", default: "light" },
    width: { type: "string", default: "1280" },
    service: { type: "string" },
    key: { type: "string", default: "" },
  },
});

interface Place {
  readonly name: string;
  readonly path: string;
  /** Does what is to be seen. */
  readonly show?: (page: Page) => Promise<void>;
}

const PLACES: readonly Place[] = [
  { name: "operations", path: "/playground" },
  { name: "overview", path: "/overview" },
  { name: "jobs", path: "/jobs" },
  { name: "keys", path: "/keys" },
  { name: "templates", path: "/templates" },
  { name: "webhooks", path: "/webhooks" },
  { name: "accounts", path: "/accounts" },
  { name: "settings", path: "/settings" },
  { name: "limits", path: "/settings/limits" },
  { name: "system", path: "/settings/system" },
  { name: "audit", path: "/settings/audit" },
  { name: "playground", path: "/playground/watermark", show: watermark },
  { name: "template", path: "/templates/invoice-standard", show: preview },
];

/** Page code that waits until nothing is being read any more. */
const SETTLED = `new Promise((resolve) => {
  const isBusy = () => document.querySelector("#content") === null || document.querySelector("[aria-busy=true]") !== null ||
    [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent === "Loading");
  const look = () => (isBusy() ? setTimeout(look, 100) : resolve());
  setTimeout(look, 300);
})`;

/** The widest a picture is kept, in pixels, and how well. */
const KEPT = { width: 1000, quality: 72 } as const;
const HEIGHT = 860;

await mkdir(values.to, { recursive: true });
if (values.service === undefined) {
  const service = await startService({ QUIRE_WORKERS: "2" });
  try {
    await fill(service.baseUrl, service.key);
    await takeAll(service.baseUrl, service.key);
  } finally {
    await service.stop();
  }
} else {
  await takeAll(values.service, values.key);
}

/** Takes the picture of each place. */
async function takeAll(address: string, key: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: String(findChromium()), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({
      viewport: { width: Number(values.width), height: HEIGHT },
      colorScheme: values.theme === "dark" ? "dark" : "light",
      reducedMotion: "reduce",
    });
    page.setDefaultTimeout(120_000);
    await page.goto(address);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("#navigation").waitFor({ state: "attached" });
    // Nothing is to look as if it were pointed at.
    await page.mouse.move(0, 0);
    for (const { name, path, show } of PLACES) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.evaluate(SETTLED);
      await show?.(page);
      await page.evaluate(SETTLED);
      await page.evaluate("scrollTo(0, 0)");
      const picture = sharp(await whenDrawn(page)).resize({ width: KEPT.width, withoutEnlargement: true });
      await picture.webp({ quality: KEPT.quality }).toFile(join(values.to, `${name}.webp`));
    }
  } finally {
    await browser.close();
  }
}

/** Returns the picture of a page once it does not change any more: pages of PDFs are drawn little by little. */
async function whenDrawn(page: Page): Promise<Buffer> {
  for (let last = await page.screenshot(); ; ) {
    await setTimeout(1000);
    const next = await page.screenshot();
    if (next.equals(last)) {
      return next;
    }
    last = next;
  }
}

async function watermark(page: Page): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles(letter);
  await page.getByLabel(/^Text/).fill("Draft {{page}} of {{total_pages}}");
  await page.locator("form button[type=submit]").click();
  await page.getByRole("link", { name: /^Download / }).waitFor();
}

async function preview(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Preview" }).getByRole("img", { name: "Page 1" }).first().waitFor();
}

/** Does what a place is to have something of: calls, jobs, keys, a webhook and an account. */
async function fill(address: string, key: string): Promise<void> {
  const json = async (path: string, value: object): Promise<void> => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    await expectOk(await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(value) }));
  };
  const form = async (path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
    const body = new FormData();
    body.set("file", new Blob([await readFile(letter)], { type: "application/pdf" }), "letter.pdf");
    for (const [name, value] of Object.entries(fields)) {
      body.set(name, value);
    }
    await expectOk(await fetch(`${address}${path}`, { method: "POST", headers: { "x-api-key": key }, body }));
  };
  await json("/api/v1/accounts", { name: "Paper mill", credits: 2500 });
  await json("/api/v1/keys", { name: "Press", scopes: ["convert", "pdf", "jobs"] });
  await json("/api/v1/keys", { name: "Archive", scopes: ["extract", "ocr"], rate_limit: 30 });
  await json("/api/v1/webhooks", { url: "https://hooks.example/quire", description: "Tells the archive" });
  await json("/api/v1/convert/text-to-pdf", { text: "Dear reader" });
  await form("/api/v1/convert/pdf-to-text");
  await form("/api/v1/pdf/watermark", { text: "Draft" });
  await form("/api/v1/convert/pdf-to-image?async=true");
  await form("/api/v1/pdf/watermark?async=true", { text: "Copy" });
  await form("/api/v1/convert/pdf-to-markdown?async=true");
}

async function expectOk(response: Response): Promise<void> {
  if (!response.ok) {
    throw new Error(`${response.url}: ${await response.text()}`);
  }
}
