import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { textOf } from "../../src/engines/conformance/documents/printed-documents.ts";
import { startBareChromium } from "./bare-chromium.ts";
import { Site } from "./site.ts";
import { openWorld, type World } from "./world.ts";

const DOCUMENTS = Number(process.env["QUIRE_TEST_DOCUMENTS"] ?? (process.env["QUIRE_TEST_FULL"] === "1" ? 500 : 100));
/**
 * The number of documents that are printed in parallel before the next are handed in, so that pages are used again and
 * in turn.
 */
const AT_ONCE = 4;

/**
 * Returns a document whose script looks for everything that another may have left, leaves everything that can be left,
 * and goes on after it is printed.
 */
const scripted = (mark: string): string => `<!doctype html><title>${mark}</title><body><p>${mark}<p id="found">
<script>
  const mark = ${JSON.stringify(mark)};
  const found = [window.name, document.cookie, localStorage.mark, sessionStorage.mark, window.left, Array.prototype.left,
    Object.prototype.left, history.length > 2 ? "history" : "", document.referrer];
  fetch("/gate?ids=never&ms=60000&pass=" + mark).catch(() => {});
  const channel = new BroadcastChannel("marks");
  channel.onmessage = ({ data }) => document.body.append("heard " + data);
  channel.postMessage(mark);
  const keep = setInterval(() => { channel.postMessage(mark); document.title = mark }, 20);
  setTimeout(() => { document.body.append("late " + mark) }, 3000);
  setTimeout(() => { location = "data:text/html,moved " + mark }, 4000);
  window.name = mark; window.left = mark; Array.prototype.left = mark;
  Object.defineProperty(Object.prototype, "left", { value: mark, enumerable: false });
  document.cookie = "mark=" + mark + "; max-age=9999"; localStorage.mark = mark; sessionStorage.mark = mark;
  console.log = console.error = fetch = () => { throw new Error(mark) };
  new Worker(URL.createObjectURL(new Blob(["new BroadcastChannel('marks').postMessage(" + JSON.stringify(mark) + "); for (;;);"])));
  try { new SharedWorker("/help/worker?to=/v/x/shared/x.txt", mark) } catch {}
  const stored = new Promise((resolve) => {
    const opening = indexedDB.open("marks", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("marks");
    opening.onsuccess = () => {
      const store = opening.result.transaction("marks", "readwrite").objectStore("marks");
      const reading = store.getAll();
      reading.onsuccess = () => { store.add(mark, mark); resolve(reading.result) };
    };
    opening.onerror = () => resolve([]);
  });
  const cached = (async () => {
    const cache = await self.caches?.open("marks");
    const keys = (await cache?.keys()) ?? [];
    await cache?.put("/" + mark, new Response(mark));
    return keys.map(({ url }) => url);
  })().catch(() => []);
  const registered = (async () => (await navigator.serviceWorker?.getRegistrations()) ?? [])().catch(() => []);
  navigator.serviceWorker?.register("/help/service-worker?to=/v/x/sw/x.txt", { scope: "/" }).catch(() => {});
  const persisted = (async () => {
    const root = await navigator.storage?.getDirectory();
    const names = [];
    for await (const name of root?.keys() ?? []) names.push(name);
    await root?.getFileHandle(mark, { create: true });
    return names;
  })().catch(() => []);
  Promise.all([stored, cached, registered, persisted]).then((more) => {
    document.getElementById("found").textContent = "found " + [...found, ...more.flat()].filter(Boolean).join() + ".";
    window.isDone = true;
  });
</script>`;

/**
 * Returns a document without script that leaves what it can: animations, style, state of fields, fonts, counters,
 * names.
 */
const plain = (mark: string): string => `<!doctype html><html lang="en"><title>${mark}</title>
<style>@counter-style left { system: cyclic; symbols: "${mark}" } @property --left { syntax: "*"; inherits: true; initial-value: "${mark}" }
  p::after { content: var(--own, "") } @font-face { font-family: left; src: local("${mark}") }
  @page { @bottom-left { content: "page of ${mark}" } } @view-transition { navigation: auto }</style>
<p>${mark}</p><details open name="left"><summary>${mark}</summary></details><input autofocus value="${mark}"><dialog open>${mark}</dialog>`;

const moving = (mark: string): string =>
  `<!doctype html><meta http-equiv="refresh" content="1;url=data:text/html,moved ${mark}"><title>${mark}</title><p>${mark}`;

/** Returns a document that shows by its own style what another has defined. */
const asking = (mark: string): string =>
  `<!doctype html><title>${mark}</title><style>p::before { content: var(--left, "") counter(x, left) }</style><p>${mark}`;

const KINDS = [
  { make: scripted, runsScript: true },
  { make: plain, runsScript: true },
  { make: moving, runsScript: false },
  { make: asking, runsScript: true },
  { make: scripted, runsScript: false },
];

test.skipIf(noChromium !== undefined)(
  "pages of one context find what the one before has left: the tests would see it",
  async () => {
    await using site = await Site.open();
    await using browser = await startBareChromium();
    const page = await browser.openPage();
    const found: string[] = [];
    for (const mark of ["alice1x", "bob2x"]) {
      site.pages.set(`/page/${mark}`, { html: scripted(mark) });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is the point
      await page.call("Page.navigate", { url: `${site.origin}/page/${mark}` });
      const expression = `new Promise((resolve) => setInterval(() => window.isDone && resolve(document.getElementById("found").textContent), 20))`;
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      const { result } = await page.call<{ result: { value: string } }>("Runtime.evaluate", {
        expression,
        awaitPromise: true,
      });
      found.push(result.value);
    }
    // These are a name, a cookie, two storages, a database, a cache, a service worker and a file.
    expect(found[0]).toBe("found .");
    expect(found[1]?.split("alice1x").length).toBeGreaterThan(6);
  },
);

describe.skipIf(noChromium !== undefined)("documents of two tenants", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ documentsPerPage: 40 });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  test(`in turn each hold only their own, ${DOCUMENTS} of them`, async () => {
    const marks = Array.from({ length: DOCUMENTS }, (_, number) => `${number % 2 === 0 ? "alice" : "bob"}${number}x`);
    const texts: string[] = [];
    for (let start = 0; start < DOCUMENTS; start += AT_ONCE) {
      const some = marks.slice(start, start + AT_ONCE).map((mark, index) => printed(world, mark, start + index));
      // oxlint-disable-next-line eslint/no-await-in-loop -- a few at a time
      texts.push(...(await Promise.all(some)));
    }
    for (const [number, text] of texts.entries()) {
      const mark = marks[number] ?? "";
      expect.soft(text).toContain(mark);
      expect
        .soft(
          marks.filter((other) => other !== mark && text.includes(other)),
          text,
        )
        .toEqual([]);
      expect.soft(text).not.toMatch(/late|moved|found [^.]/);
    }
  });

  test("share neither what a site has set nor what it has sent", async () => {
    const path = "/page/kept";
    const own = (html: string) =>
      world.open.pages.set(path, {
        html,
        headers: { "Set-Cookie": "kept=1; Max-Age=999", "Cache-Control": "max-age=999" },
      });
    own("<p>first<script>document.write(document.cookie)</script>");
    const source = world.webPage(world.open.origin + path);
    expect(await textOf(await world.print({ source }))).toBe("firstkept=1");
    own("<p>second");
    expect(await textOf(await world.print({ source }))).toBe("second");
    const asks = '<p>cookie <script>document.write(document.cookie + ".")</script>';
    expect(await textOf(await world.print({ html: asks, baseUrl: `${world.open.origin}/` }))).toBe("cookie .");
  });

  test("share no credentials and header fields that one was given", async () => {
    const source = world.webPage(`${world.open.origin}/page/given`, {
      headers: { Authorization: "Bearer secret-of-alice" },
      cookies: [{ name: "session", value: "secret-of-alice" }],
    });
    world.open.pages.set("/page/given", { html: "<p>given<script>document.write(document.cookie)</script>" });
    expect(await textOf(await world.print({ source }))).toContain("secret-of-alice");
    const bare = world.webPage(source.url);
    expect(await textOf(await world.print({ source: bare }))).toBe("given");
  });
});

async function printed(world: World, mark: string, number: number): Promise<string> {
  const { make, runsScript } = KINDS[number % KINDS.length] ?? { make: plain, runsScript: true };
  const html = make(mark);
  if (make === scripted && runsScript) {
    const waiting = { expression: "window.isDone" };
    // Half of them as pages of the site itself.
    const path = `/page/tenant/${number}`;
    world.open.pages.set(path, { html });
    const source = world.webPage(world.open.origin + path);
    return textOf(
      await world.print({ ...(number % 2 === 0 ? { html, baseUrl: `${world.open.origin}/` } : { source }), waiting }),
    );
  }
  return textOf(await world.print({ html, runsScript }));
}
