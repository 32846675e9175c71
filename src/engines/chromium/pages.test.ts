import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pageCount, textOf } from "../conformance/documents/printed-documents.ts";
import { noChromium, type TestPrinter, testPrinter } from "./testing/test-printer.ts";
import { type Site, type TestProxy, testProxy } from "./testing/test-proxy.ts";
import { testTiers } from "./testing/test-tiers.ts";

/** Answers for all hosts of these tests; the path decides what. */
const site: Site = ({ url = "", headers }, response) => {
  const own = String(headers["x-own"]);
  const { pathname, hostname } = new URL(url);
  const html = (text: string, more: Record<string, string> = {}): void => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...more }).end(text);
  };
  switch (pathname) {
    case "/headers":
      html(`<p>agent ${headers["user-agent"]}<p>own ${own}<p>cookie ${headers.cookie}
        <script src="http://other.test/headers.js"></script><script src="/headers.js"></script>`);
      break;
    case "/headers.js":
      response.writeHead(200, { "Content-Type": "text/javascript" });
      response.end(`document.write("<p>${hostname} ${own} ${headers.cookie}</p>")`);
      break;
    case "/elsewhere":
      response.writeHead(302, { Location: "http://other.test/headers" }).end();
      break;
    case "/to-blocked":
      response.writeHead(302, { Location: "http://blocked.test/" }).end();
      break;
    case "/loop":
      response.writeHead(302, { Location: "/loop" }).end();
      break;
    case "/download":
      response.writeHead(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" }).end("PK");
      break;
    case "/file.pdf":
      response.writeHead(200, { "Content-Type": "application/pdf" }).end("%PDF-1.4");
      break;
    case "/missing":
      response.writeHead(404, { "Content-Type": "text/html" }).end("<p>no such page");
      break;
    case "/resources":
      html('<p>x<img src="/missing"><img src="http://blocked.test/i.png"><img src="http://down.test/i.png">');
      break;
    case "/refused-later":
      html('<p>x<iframe src="https://secure.test/"></iframe><script>new WebSocket("ws://socket.test/")</script>');
      break;
    case "/frame":
      html('<p>outer<iframe src="http://other.test/inner"></iframe>');
      break;
    case "/inner":
      html("<p>inner");
      break;
    case "/silent":
      break;
    case "/busy":
      html("<p>x<script>setInterval(() => fetch('/inner'), 100)</script>");
      break;
    case "/moves-while-awaited":
      html("<p>first<script>setTimeout(() => location.replace('/styled'), 150)</script>");
      break;
    case "/styled":
      setTimeout(() => html("<p id=done class=gone>gone<p>second"), 100);
      break;
    case "/moves-on":
      html("<p>first<script>location.replace('/inner')</script>");
      break;
    default:
      html(`<p>page ${pathname}`);
  }
};

describe.skipIf(noChromium !== undefined).each(testTiers)("pages that are fetched in the tier %s", (tier) => {
  let proxy: TestProxy;
  let printer: TestPrinter;
  beforeAll(async () => {
    proxy = await testProxy(site);
    printer = await testPrinter({ proxy, tier });
  });
  afterAll(async () => {
    await printer[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    proxy.requests.length = 0;
  });

  const failureOf = (url: string, wanted = {}): Promise<unknown> =>
    printer.print({ source: printer.webPage(url), ...wanted }).catch((error: unknown) => error);

  test("a page is fetched by the proxy with the credentials of a budget, which is closed after it", async () => {
    const printed = await printer.print({ source: printer.webPage("http://site.test/page#part") });
    expect(await textOf(printed)).toBe("page /page");
    expect(proxy.requests.map(({ url }) => url)).toEqual(["http://site.test/page"]);
    expect(proxy.openBudgets).toBe(0);
  });

  test("its headers and cookies go to its own origin only, also from where it is redirected to", async () => {
    const more = { headers: { "X-Own": "secret" }, cookies: [{ name: "c", value: "1" }] };
    const own = await printer.print({
      source: printer.webPage("http://site.test/headers", more),
      userAgent: "Robin/1",
    });
    const text = await textOf(own);
    expect(text).toContain("agent Robin/1");
    expect(text).toContain("own secret");
    expect(text).toContain("cookie c=1");
    expect(text).toContain("site.test secret c=1");
    expect(text).toContain("other.test undefined undefined");
    const redirected = await textOf(
      await printer.print({ source: printer.webPage("http://site.test/elsewhere", more) }),
    );
    expect(redirected).toContain("own undefined");
    expect(redirected).toContain("cookie undefined");
    // Cookies are not kept for the next document either.
    expect(await textOf(await printer.print({ source: printer.webPage("http://site.test/headers") }))).toContain(
      "cookie undefined",
    );
  });

  test.each([
    ["http://blocked.test/", "url_blocked", "not public"],
    ["https://secure.test/", "url_blocked", "not public"],
    ["http://site.test/to-blocked", "url_blocked", "blocked.test"],
    ["http://down.test/", "url_fetch_failed", "does not answer"],
    ["http://site.test/download", "url_fetch_failed", "download"],
    ["http://site.test/file.pdf", "url_fetch_failed", "download"],
    ["http://site.test/loop", "url_fetch_failed", "redirects"],
  ])("%s is %s", async (url, code, message) => {
    expect(await failureOf(url)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test("a page that does not answer is not waited for longer than is asked for", async () => {
    const failure = await failureOf("http://site.test/silent", { waiting: { timeoutMs: 500 } });
    expect(failure).toMatchObject({ code: "url_fetch_failed", message: expect.stringContaining("0.5 s") });
  });

  test("an HTTP error is printed, unless it is fatal", async () => {
    expect(await textOf(await printer.print({ source: printer.webPage("http://site.test/missing") }))).toBe(
      "no such page",
    );
    const failure = await failureOf("http://site.test/missing", { failsOn: { httpError: true } });
    expect(failure).toMatchObject({ code: "url_fetch_failed", message: expect.stringContaining("404") });
  });

  test("what a page needs and does not get is reported", async () => {
    const { warnings } = await printer.print({ source: printer.webPage("http://site.test/resources") });
    const reported = warnings.map(({ code, parameters }) => `${code} ${parameters?.url}`);
    expect(reported.toSorted()).toEqual([
      "resource_blocked http://blocked.test/i.png",
      "resource_failed http://down.test/i.png",
      "resource_failed http://site.test/missing",
    ]);
    const refused = await printer.print({ source: printer.webPage("http://site.test/refused-later") });
    const codes = new Set(refused.warnings.map(({ code, parameters }) => `${code} ${parameters?.url}`));
    expect(codes).toContain("resource_blocked https://secure.test:443/");
    expect(codes).toContain("resource_blocked https://socket.test:80/");
  });

  test("frames of other origins are printed", async () => {
    expect(await textOf(await printer.print({ source: printer.webPage("http://site.test/frame") }))).toMatch(
      /outer\s+inner/,
    );
  });

  test("a page that goes elsewhere by script is printed where it arrives", async () => {
    expect(await textOf(await printer.print({ source: printer.webPage("http://site.test/moves-on") }))).toBe("inner");
  });

  test("a page that goes elsewhere while something of the next one is awaited is printed there, in our style", async () => {
    const source = printer.webPage("http://site.test/moves-while-awaited");
    const printed = await printer.print({ source, css: ".gone { display: none }", waiting: { selector: "#done" } });
    expect(await textOf(printed)).toBe("second");
  });

  test("a page that never goes idle is distinguished from one that is slow", async () => {
    const waiting = { until: "networkidle", timeoutMs: 1500 } as const;
    expect(await failureOf("http://site.test/busy", { waiting })).toMatchObject({ code: "render_failed" });
    const idle = await printer.print({ source: printer.webPage("http://site.test/page"), waiting });
    expect(await pageCount(idle)).toBe(1);
  });

  test("what a handed document does not hold comes from its base URL", async () => {
    const html =
      '<p>x<script src="own.js"></script><script src="../shop/headers.js"></script><script src="/headers.js"></script>';
    const assets = { "own.js": "document.write('<p>handed')" };
    const printed = await printer.print({ html, assets, baseUrl: "http://site.test/shop/page" });
    expect(await textOf(printed)).toContain("handed");
    expect(proxy.requests.map(({ url }) => url).toSorted()).toEqual([
      "http://site.test/headers.js",
      "http://site.test/shop/headers.js",
    ]);
  });
});
