import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { findChromium } from "../../src/engines/chromium/browser/find-chromium.ts";
import type { Service } from "../api/running-service.ts";

const root = resolve(import.meta.dirname, "../..");
const program = findChromium(process.env["QUIRE_TEST_CHROMIUM"]);

/** Why the tests of the console are left out; undefined where they run. */
export const noConsole =
  program === undefined
    ? "there is no Chromium here"
    : existsSync(join(root, "console/dist/index.html"))
      ? undefined
      : "the console was not built (scripts/setup)";

if (noConsole !== undefined) {
  process.stderr.write(`Tests of the console are left out: ${noConsole}.\n`);
}

/** What a person has: a theme of the system and a size of the window. */
export interface Person {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

/** The console in a browser, and what it did that it must not do. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts, violations of the policy, and requests to other origins; a test expects none. */
  readonly faults: readonly string[];
}

/** Page code that writes each violation of the policy to the page's console. */
const TELL_VIOLATIONS = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
  console.error(\`policy: \${violatedDirective} \${blockedURI} \${sample}\`);
})`;

const WIDE = 1280;
const HEIGHT = 860;

/** Starts one browser for a file; returns what opens the console of a service in it, in a session of its own. */
export function consoleBrowser(): (service: Service, person?: Person) => Promise<ConsolePage> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(program), args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
  return async ({ baseUrl }, { colorScheme = "light", width = WIDE } = {}) => {
    const options: BrowserContextOptions = {
      viewport: { width, height: HEIGHT },
      colorScheme,
      reducedMotion: "reduce",
    };
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) {
        faults.push(message.text());
      }
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(baseUrl) && !/^(?:blob|data):/.test(request.url())) {
        faults.push(`a request to ${request.url()}`);
      }
    });
    await page.addInitScript(TELL_VIOLATIONS);
    await page.goto(`${baseUrl}/`);
    return { page, faults };
  };
}

/** Signs in as a person does, and waits for the first place. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#navigation").waitFor({ state: "attached" });
}

/** Opens a place of the console by its address. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
}
