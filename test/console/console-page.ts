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

/** What Chromium says of requests to a service that is away, or whose connection breaks. */
export const AWAY =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/;

/** What a person has: a theme of the system and a size of the window. */
export interface Person {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly reducedMotion?: "reduce" | "no-preference";
  /** The address that is opened; absent: that of the console. */
  readonly path?: string;
  /** What the page's console may say because the test brings it about, such as that a service is away. */
  readonly expects?: RegExp;
}

/** Something that moved without being touched, with what it was. */
export interface Shift {
  readonly value: number;
  /** When it moved, in milliseconds since the page was asked for. */
  readonly atMs: number;
  readonly moved: readonly string[];
}

/** The console in a browser, and what it did that it must not do. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts, violations of the policy, and requests to other origins; a test expects none. */
  readonly faults: readonly string[];
  /** Returns what has moved since the page was loaded, but for what follows a click or a key at once. */
  readonly shifts: () => Promise<readonly Shift[]>;
}

/** Page code that writes each violation of the policy to the page's console. */
const TELL_VIOLATIONS = `addEventListener("securitypolicyviolation", (event) => {
  const { violatedDirective, blockedURI, sample, sourceFile, lineNumber, target } = event;
  const element = target.outerHTML?.slice(0, 200) ?? target.nodeName;
  console.error(\`policy: \${violatedDirective} \${blockedURI} \${sample} at \${sourceFile}:\${lineNumber}, \${element}\`);
})`;

/** Page code that remembers each layout shift (Layout Instability API) that is not the answer to an input. */
const KEEP_SHIFTS = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) {
      const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName ?? "");
      shifts.push({ value, atMs: startTime, moved });
    }
  }
}).observe({ type: "layout-shift", buffered: true })`;

/** How long a test waits for what it expects next; a busy machine takes its time. */
const WAITS_MS = 100_000;
const WIDE = 1280;
const HEIGHT = 860;

/** Starts one browser for a file; returns what opens the console of a service in it, in a session of its own. */
export function consoleBrowser(): (service: Pick<Service, "baseUrl">, person?: Person) => Promise<ConsolePage> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(program), args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
  return async (
    { baseUrl },
    { colorScheme = "light", width = WIDE, reducedMotion = "reduce", path = "/", expects } = {},
  ) => {
    const options: BrowserContextOptions = {
      viewport: { width, height: HEIGHT },
      colorScheme,
      reducedMotion,
    };
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    context.setDefaultTimeout(WAITS_MS);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (
        message.type() === "error" &&
        !/status of 4\d\d/.test(message.text()) &&
        expects?.test(message.text()) !== true
      ) {
        faults.push(message.text());
      }
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(baseUrl) && !/^(?:blob|data):/.test(request.url())) {
        faults.push(`a request to ${request.url()}`);
      }
    });
    await page.addInitScript(TELL_VIOLATIONS);
    await page.addInitScript(KEEP_SHIFTS);
    await page.goto(`${baseUrl}${path}`);
    return { page, faults, shifts: () => page.evaluate("shifts") };
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
