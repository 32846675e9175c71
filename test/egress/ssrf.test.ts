import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { textOf, type Wanted } from "../../src/engines/conformance/documents/printed-documents.ts";
import { startBareChromium } from "./bare-chromium.ts";
import { INSIDE_HOSTS, LOOPBACK_NAMES, LOOPBACK_SPELLINGS } from "./hosts.ts";
import { type ProbePage, probePages } from "./probe-pages.ts";
import { Site } from "./site.ts";
import { OWN_PORT_IDS, type Vector, vectorsFor } from "./vectors.ts";
import { openWorld, type World } from "./world.ts";

/*
 * Pages try in every possible way to reach a site that they may not reach, and one that they may. A vector that does
 * not reach the second site proves nothing by not reaching the first, so that this is counted as well.
 */

/** The least number of vectors that reach the shut site from a browser without protection. */
const LEAST_BARE = 100;
/** The least number of vectors that reach the site which may be reached. */
const LEAST_WITH_SCRIPT = 90;
const LEAST_WITHOUT_SCRIPT = 55;

/** A way in which a page is given to the printer. */
interface Way {
  readonly way: string;
  readonly runsScript: boolean;
  /** Whether the page's origin is the open site's, which browsers trust for its address. */
  readonly isAtHome: boolean;
  readonly wanted: (world: World, page: { readonly html: string; readonly url: string }) => Wanted;
}

const handed: Way["wanted"] = (_, { html }) => ({ html });
const handedWithBase: Way["wanted"] = ({ open }, { html }) => ({ html, baseUrl: `${open.origin}/` });
const fetched: Way["wanted"] = ({ webPage }, { url }) => ({ source: webPage(url) });

const WAYS: readonly Way[] = [
  { way: "handed over, with script", runsScript: true, isAtHome: false, wanted: handed },
  { way: "handed over, without script", runsScript: false, isAtHome: false, wanted: handed },
  {
    way: "handed over with the base URL of a host that it may reach",
    runsScript: true,
    isAtHome: true,
    wanted: handedWithBase,
  },
  { way: "at a URL, with script", runsScript: true, isAtHome: true, wanted: fetched },
  { way: "at a URL, without script", runsScript: false, isAtHome: true, wanted: fetched },
];

const CHANCES = 3;

/** Returns whether a browser acts on a vector by itself while the page is open. */
const isSoon = ({ comesToNothing }: Vector): boolean => comesToNothing !== "never" && comesToNothing !== "late";

test.skipIf(noChromium !== undefined)(
  "without protection nearly everything reaches a site of the loopback interface",
  async () => {
    await using site = await Site.open(OWN_PORT_IDS);
    const pass = "bare";
    site.pass = pass;
    await using browser = await startBareChromium();
    for (const { name, html, expected } of probePages(
      { open: site, shut: undefined },
      { pass, runsScript: true, isExpected: isSoon },
    )) {
      site.pages.set(`/page/${name}`, { html });
      // oxlint-disable-next-line eslint/no-await-in-loop -- each has what reached the site distinguished by time
      const page = await browser.openPage(`${site.origin}/page/${name}`);
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      await page.call("Emulation.setEmulatedMedia", { media: "print" });
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      await site.waitFor(pass, expected, 10_000);
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      await page.close();
    }
    const reached = site.reachedIn(pass);
    expect(
      vectorsFor(true)
        .filter(isSoon)
        .map(({ id }) => id)
        .filter((id) => !reached.includes(id)),
    ).toEqual([]);
    expect(reached.length).toBeGreaterThanOrEqual(LEAST_BARE);
  },
);

describe.skipIf(noChromium !== undefined)("pages that are printed", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  test.each(WAYS)(
    "reach no host that they may not, and those that they may: $way",
    async ({ way, runsScript, isAtHome, wanted }) => {
      const pass = way.replaceAll(/\W+/g, "-");
      world.open.pass = pass;
      world.shut.pass = pass;
      const isExpected = (vector: Vector) =>
        vector.comesToNothing === undefined && (isAtHome || !(vector.isForSecurePages || vector.isForSameOrigin));
      const pages = probePages(world, { pass, runsScript, isExpected });
      const printAll = (some: readonly ProbePage[]) =>
        Promise.all(some.map((page) => printProbe(world, page, { pass, wanted, runsScript })));
      const missing = (page: ProbePage) => page.expected.filter((id) => !world.open.reachedIn(pass).includes(id));
      await printAll(pages);
      // On a busy machine something may come too late: it gets further attempts. What is forbidden gets them too.
      for (let chance = 0; chance < CHANCES && pages.some((page) => missing(page).length > 0); chance += 1) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
        await printAll(pages.filter((page) => missing(page).length > 0));
      }
      const reached = world.open.reachedIn(pass);
      expect.soft(pages.flatMap(missing)).toEqual([]);
      expect.soft(reached.length).toBeGreaterThanOrEqual(runsScript ? LEAST_WITH_SCRIPT : LEAST_WITHOUT_SCRIPT);
      // Most of what did not reach the shut site was refused by the proxy: it had been tried.
      expect.soft(idsOf(world.refused(), pass).length).toBeGreaterThanOrEqual(runsScript ? 60 : 40);
      expect(world.shut.visits).toEqual([]);
    },
  );

  test.each([true, false])("reach no internal host, however it is written; script runs: %s", async (runsScript) => {
    const pass = `hosts-${runsScript}`;
    world.open.pass = pass;
    const urls = [...LOOPBACK_SPELLINGS, ...LOOPBACK_NAMES, ...INSIDE_HOSTS].flatMap((host, index) =>
      // Once at the port of the shut site, and once at the usual port, where the address alone decides.
      [`:${world.shut.port}`, ""].map((port) => `http://${host}${port}/v/${pass}/${index}/x.png`),
    );
    const images = urls.map((url) => `<img src="${url}">`).join("");
    const sockets = urls
      .map((url) => `try { new WebSocket(${JSON.stringify(url.replace("http", "ws"))}) } catch {}`)
      .join("\n");
    // Both names are public at first; the second one is internal from the second request on.
    const names = ["open.test", "rebinding.test"]
      .map((name) => `<link rel="stylesheet" href="http://${name}/v/${pass}/${name}/x.css">`)
      .join("");
    const again = `<img src="http://rebinding.test/v/${pass}/again/x.png"><iframe src="http://rebinding.test/v/${pass}/frame/x.html"></iframe>`;
    const html = `<!doctype html>${names}<p>x${runsScript ? `<script>${sockets}</script>` : ""}${images}${again}`;
    const { warnings } = await world.print({ html, runsScript, waiting: { delayMs: 300 } });
    expect(warnings.map(({ code }) => code)).toContain("resource_blocked");
    expect(world.open.reachedIn(pass)).toContain("open.test");
    expect(world.shut.visits).toEqual([]);
  });

  test("are not fetched themselves from an internal host, however it is written", async () => {
    // The names are at a usual port: at another they would be refused because of the port.
    const numbered = LOOPBACK_SPELLINGS.map((host) => `${host}:${world.shut.port}`);
    const hosts = [...numbered, ...LOOPBACK_NAMES, ...INSIDE_HOSTS];
    const outcomes = await Promise.all(
      hosts.map(
        async (host) => `${await outcomeOf(world, `http://${host}/v/main/${encodeURIComponent(host)}/x.html`)} ${host}`,
      ),
    );
    expect(outcomes.filter((outcome) => !/^url_(?:blocked|fetch_failed) /.test(outcome))).toEqual([]);
    expect(world.shut.visits).toEqual([]);
  });

  test("reach no internal host by redirects, whatever redirects them", async () => {
    const to = encodeURIComponent(`http://127.0.0.1:${world.shut.port}/v/redirected/main/x.html`);
    const urls = [301, 302, 303, 307, 308].map((status) => `${world.open.origin}/help/redirect-${status}?to=${to}`);
    const outcomes = await Promise.all(urls.map((url) => outcomeOf(world, url)));
    expect(outcomes).toEqual(urls.map(() => "url_blocked"));
    const twice = `${world.open.origin}/help/redirect-302?to=${encodeURIComponent(urls[0] ?? "")}`;
    expect(await outcomeOf(world, twice)).toBe("url_blocked");
    const refreshed = await outcomeOf(world, `${world.open.origin}/help/refresh?to=${to}`);
    expect(refreshed).not.toContain("reached");
    expect(world.shut.visits).toEqual([]);
  });

  test("cannot have their header and footer fetch anything, not even from a host that they may reach", async () => {
    const pass = "header";
    const tries = [world.shut, world.open].flatMap((site) => {
      const url = `${site.origin}/v/${pass}/x/x.png`;
      return [
        `<img src="${url}"><img srcset="${url} 1x"><iframe src="${url}"></iframe><object data="${url}"></object>`,
        `<style>@import "${url}"; p { background: url(${url}) } @font-face { font-family: f; src: url(${url}) }</style><p style="font-family: f">x`,
        `<link rel="stylesheet" href="${url}"><script>fetch("${url}"); new Image().src = "${url}"</script><svg><image href="${url}"/></svg>`,
        `<p style="background: \\75rl(${url})">y<video src="${url}" poster="${url}"></video><input type="image" src="${url}">`,
      ];
    });
    for (const runsScript of [true, false]) {
      const html = `<p>x${runsScript ? "<script>0</script>" : ""}`;
      // oxlint-disable-next-line eslint/no-await-in-loop -- two
      await Promise.all(
        tries.map((text) => world.print({ html, runsScript, paper: { headerHtml: text, footerHtml: text } })),
      );
    }
    expect(world.shut.visits).toEqual([]);
    expect(world.open.reachedIn(pass)).toEqual([]);
  });

  test("have left nothing behind that reaches a host later", async () => {
    await sleep(500);
    expect(world.shut.visits).toEqual([]);
    // The proxy itself connected to nothing but the open site either.
    const ports = new Set(world.open.ports.map(String));
    expect(
      world.dialled.filter(
        (address) => !/^93\.184\.216\.34:80$/.test(address) && !ports.has(address.split(":").at(-1) ?? ""),
      ),
    ).toEqual([]);
  });
});

async function printProbe(
  world: World,
  { name, html, waiting }: ProbePage,
  { pass, wanted, runsScript }: Pick<Way, "wanted" | "runsScript"> & { readonly pass: string },
): Promise<void> {
  const path = `/page/${pass}/${name}`;
  world.open.pages.set(path, { html });
  const printing = world.print({ ...wanted(world, { html, url: world.open.origin + path }), runsScript, waiting });
  // Where a page moves, printing it may fail; the sites show where it got to.
  await (name === "many" ? printing : printing.catch(() => undefined));
}

/** Returns the code of its failure, or its text. */
async function outcomeOf({ print, webPage }: World, url: string): Promise<string> {
  try {
    return await textOf(await print({ source: webPage(url) }));
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** Returns the vectors of a pass that occur in URLs. */
function idsOf(urls: readonly string[], pass: string): readonly string[] {
  const ids = urls.map((url) => /\/v\/([^/]+)\/([^/]+)\//.exec(url)).filter((found) => found?.[1] === pass);
  return [...new Set(ids.map((found) => found?.[2] ?? ""))];
}
