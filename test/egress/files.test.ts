import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { testTiers } from "../../src/engines/chromium/testing/test-tiers.ts";
import { type Printed, textOf } from "../../src/engines/conformance/documents/printed-documents.ts";
import { startBareChromium } from "./bare-chromium.ts";
import { openWorld, type World } from "./world.ts";

/* No file of the machine appears in what is printed, whoever may read it. */

const SECRET = "zyxwsecretzyxw";
/** The beginning of /etc/passwd. */
const ROOT = "root:";
/** The time after which a form that leads to a file, which never arrives, is given up. */
const GIVEN_UP_MS = 3000;

let directory: string;
let secretUrl: string;
let stylesUrl: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-files-"));
  await chmod(directory, 0o755);
  await writeFile(join(directory, "secret.html"), `<p>${SECRET}`, { mode: 0o644 });
  await writeFile(join(directory, "secret.css"), `p::after { content: "${SECRET}" }`, { mode: 0o644 });
  await writeFile(join(directory, "secret.js"), `document.write("${SECRET}")`, { mode: 0o644 });
  secretUrl = pathToFileURL(join(directory, "secret.html")).href;
  stylesUrl = pathToFileURL(directory).href;
});
afterAll(() => rm(directory, { recursive: true }));

/** Returns documents that try to show the file at `url`. */
function thieves(url: string, folder: string): readonly string[] {
  const shows = "(text) => document.body.append(text)";
  return [
    `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}"><video src="${url}"></video>`,
    `<link rel="stylesheet" href="${folder}/secret.css"><link rel="import" href="${url}"><style>@import "${folder}/secret.css";</style>`,
    `<frameset><frame src="${url}"></frameset>`,
    `<base href="${folder}/"><iframe src="secret.html"></iframe><link rel="stylesheet" href="secret.css"><script src="secret.js"></script>`,
    `<svg width="99" height="99"><use href="${url}#a"/><image href="${url}"/><foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}"/></foreignObject></svg>`,
    `<iframe srcdoc="<iframe src='${url}'></iframe>"></iframe><iframe src="view-source:${url}"></iframe><iframe src="data:text/html,<iframe src='${url}'>"></iframe>`,
    `<script src="${folder}/secret.js"></script><body><script>fetch("${url}").then((answer) => answer.text()).then(${shows})</script>`,
    `<body><script>const r = new XMLHttpRequest(); r.open("GET", "${url}", false); try { r.send(); document.write(r.responseText) } catch {}</script>`,
    `<body><script>const f = document.createElement("iframe"); f.src = "${url}"; f.onload = () => { try { document.body.append(f.contentDocument.body.innerText) } catch {} }; document.body.append(f)</script>`,
    `<body><script>new Worker("${folder}/secret.js"); import("${folder}/secret.js"); navigator.sendBeacon("${url}"); open("${url}")</script>`,
    `<meta http-equiv="refresh" content="0;url=${url}"><p>x`,
    `<body><script>location = "${url}"</script>`,
    `<body><script>location = "view-source:${url}"</script>`,
    `<body><form id="f" action="${url}"></form><script>f.submit()</script>`,
  ];
}

test.skipIf(noChromium !== undefined)(
  "a document that is a file itself shows other files: the tests would see it",
  async () => {
    const path = join(directory, "thief.html");
    await writeFile(path, thieves("file:///etc/passwd", stylesUrl)[0] ?? "");
    await using browser = await startBareChromium();
    const page = await browser.openPage(pathToFileURL(path).href);
    const output = join(directory, "thief.pdf");
    await expect
      .poll(async () => {
        const { data } = await page.call<{ data: string }>("Page.printToPDF");
        await writeFile(output, Buffer.from(data, "base64"));
        return textOf({ path: output, warnings: [] });
      })
      .toContain(ROOT);
  },
);

/**
 * With bubblewrap the browser sees no files to begin with: the protection of the pages themselves is tested without it.
 */
const tier = testTiers.at(-1);

describe.skipIf(noChromium !== undefined)("pages that are printed by a browser that can read files", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(tier === undefined ? {} : { tier });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  test.each(["handed over", "at a URL"])("show no file in a document that is %s", async (way) => {
    const documents = [
      ...thieves(secretUrl, stylesUrl),
      ...[
        "file:///etc/passwd",
        secretUrl.replace("file:", "FILE:"),
        secretUrl.replace("file://", "file://localhost"),
      ].flatMap((url) => thieves(url, stylesUrl).slice(0, 1)),
    ];
    const scriptless = documents.filter((html) => !html.includes("<script>"));
    const jobs = [
      ...documents.map((html) => ({ html, runsScript: true })),
      ...scriptless.map((html) => ({ html, runsScript: false })),
    ];
    const found = await Promise.all(
      jobs.map(async ({ html, runsScript }, index) => {
        const path = `/page/files/${index}`;
        world.open.pages.set(path, { html });
        const wanted = way === "handed over" ? { html } : { source: world.webPage(world.open.origin + path) };
        const printing = world.print({ ...wanted, runsScript, waiting: { delayMs: 100, timeoutMs: GIVEN_UP_MS } });
        return thefts(printing, `${way} ${runsScript} ${html}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  test("show no file as header, footer, or by a redirect", async () => {
    const templates = thieves(secretUrl, stylesUrl);
    const found = await Promise.all([
      ...templates.map((html) =>
        thefts(world.print({ html: "<p>x", paper: { headerHtml: html, footerHtml: html } }), html),
      ),
      ...[301, 302, 307].flatMap((status) => {
        const url = `${world.open.origin}/help/redirect-${status}?to=${encodeURIComponent(secretUrl)}`;
        return [
          world.print({ source: world.webPage(url) }),
          world.print({ html: `<iframe src="${url}"></iframe>` }),
        ].map((printed) => thefts(printed, url));
      }),
    ]);
    expect(found.flat()).toEqual([]);
  });

  test("are nothing but http and https", async () => {
    const urls = [
      "file:///etc/passwd",
      "FILE:///etc/passwd",
      "file://localhost/etc/passwd",
      secretUrl,
      `view-source:${secretUrl}`,
      `filesystem:${secretUrl}`,
      "chrome://version",
      "chrome://net-export",
      "about:version",
      "devtools://devtools/bundled/inspector.html",
      "ftp://127.0.0.1/",
      `data:text/html,<iframe src="${secretUrl}">`,
      "javascript:document.write(1)",
    ];
    const outcomes = await Promise.all(
      urls.map(async (url) => {
        const printed = await world.print({ source: world.webPage(url) }).catch((error: unknown) => error);
        return printed instanceof Error && "code" in printed ? String(printed.code) : url;
      }),
    );
    expect(outcomes.filter((outcome) => !outcome.startsWith("url_"))).toEqual([]);
  });

  test("have no file as their base", async () => {
    const html =
      '<iframe src="secret.html"></iframe><img src="secret.html"><link rel="stylesheet" href="secret.css"><script src="secret.js"></script><p>x';
    const found = await Promise.all(
      [true, false].map((runsScript) =>
        thefts(world.print({ html, baseUrl: `${stylesUrl}/index.html`, runsScript }), html),
      ),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** Returns what is wrong with what was printed: text of a file, or its name. */
async function thefts(printing: Promise<Printed>, about: string): Promise<readonly string[]> {
  const printed = await printing.catch((error: unknown) => error);
  if (printed instanceof Error) {
    const code = "code" in printed ? String(printed.code) : printed.message;
    return HARMLESS.test(code) ? [] : [`${code}: ${about}`];
  }
  const text = await textOf(printed as Printed);
  const options = { encoding: "latin1", maxBuffer: 2 ** 28 } as const;
  const uncompressed = ["--qdf", "--object-streams=disable", (printed as Printed).path, "-"];
  const { stdout } = await promisify(execFile)("qpdf", uncompressed, options);
  const isClean = !text.includes(ROOT) && !text.includes(SECRET) && !/root:x:|file:\/\//i.test(stdout);
  return isClean ? [] : [`${text.slice(0, 100)}: ${about}`];
}

/** The codes with which a page may be refused: one that was moved to nothing may not be printed at all. */
const HARMLESS = /^(?:url_blocked|url_fetch_failed|render_failed|document_too_complex)$/;
