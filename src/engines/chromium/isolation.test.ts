import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textOf } from "../conformance/documents/printed-documents.ts";
import { noChromium, type TestPrinter, testPrinter } from "./testing/test-printer.ts";
import { type TestProxy, testProxy } from "./testing/test-proxy.ts";

/** The number of documents, enough for each page to be used up and replaced. */
const DOCUMENTS = Number(process.env.QUIRE_TEST_DOCUMENTS ?? (process.env.QUIRE_TEST_FULL === "1" ? 500 : 60));

/** Returns a document that leaves behind everything that a document can, and shows what it finds. */
const littering = (mark: string): string => `<!doctype html><title>${mark}</title><p>${mark}
  <script>
    const found = [window.name, document.cookie, localStorage.mark, window.mark, Array.prototype.mark];
    document.write("<p>found " + found.filter(Boolean).join() + ".</p>");
    window.name = window.mark = localStorage.mark = Array.prototype.mark = ${JSON.stringify(mark)};
    document.cookie = "mark=${mark}";
    setInterval(() => document.body.append(" late "), 5000);
    setTimeout(() => { location = "http://site.test/${mark}" }, 5000);
    caches?.open?.("c");
  </script>`;

/** Returns the same for pages that have no address to leave anything at. */
const scripted = (mark: string): string => `<!doctype html><title>${mark}</title><p>${mark}
  <script>
    const found = [window.name, window.mark, Array.prototype.mark];
    document.write("<p>found " + found.filter(Boolean).join() + ".</p>");
    window.name = window.mark = Array.prototype.mark = ${JSON.stringify(mark)};
    setInterval(() => document.body.append(" late "), 5000);
  </script>`;

/**
 * Returns the same for pages without script: a refresh, names of style sheets, properties, fonts, focus, a language.
 */
const plain = (mark: string): string => `<!doctype html><html lang="${mark}"><title>${mark}</title>
  <style>@property --x { syntax: "<length>"; inherits: true; initial-value: 1px }
    @counter-style ${mark} { system: cyclic; symbols: "${mark}"; suffix: "" }
    p::before { counter-increment: c; content: counter(c) " " } :target { color: red }
    @font-face { font-family: sans-serif; src: local("${mark}") }</style>
  <p id="a">${mark}<dialog open>modal ${mark}</dialog><input autofocus value="${mark}">`;
const refreshing = (mark: string): string =>
  `<!doctype html><meta http-equiv="refresh" content="1;url=data:text/html,${mark} moved"><style title="${mark}">p{color:red}</style><p>${mark}`;

const KINDS = [littering, plain, refreshing, scripted];

describe.skipIf(noChromium !== undefined)("documents of different callers", () => {
  let printer: TestPrinter;
  let proxy: TestProxy;
  beforeAll(async () => {
    proxy = await testProxy(({ url = "" }, response) => {
      response.writeHead(200, { "Content-Type": "text/html", "Set-Cookie": "kept=1", "Cache-Control": "max-age=999" });
      response.end(`<p>${new URL(url).pathname}<script>document.write(document.cookie)</script>`);
    });
    printer = await testPrinter({ proxy, documentsPerPage: 20, queueLimit: DOCUMENTS });
  });
  afterAll(async () => {
    await printer[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  test(`${DOCUMENTS} documents in turn each hold only their own`, async () => {
    const numbers = Array.from({ length: DOCUMENTS }, (_, index) => index);
    const texts = await Promise.all(
      numbers.map(async (number) => {
        const kind = KINDS[number % KINDS.length] ?? plain;
        const mark = `${number % 2 === 0 ? "even" : "odd"}${number}x`;
        const text = await textOf(
          await printer.print({ html: kind(mark), ...(kind === littering && { baseUrl: "http://site.test/" }) }),
        );
        return { mark, text };
      }),
    );
    const marks = texts.map(({ mark }) => mark);
    for (const { mark, text } of texts) {
      expect.soft(text).toContain(mark);
      expect.soft(marks.filter((other) => other !== mark && text.includes(other))).toEqual([]);
      expect.soft(text).not.toMatch(/found [^.]|late|moved/);
    }
  }, 900_000);

  test("a refresh that was written where no script runs does not move the next document", async () => {
    // Documents come one after the other on the same page, with a pause in which the refresh of an earlier one would
    // happen.
    const body =
      '<svg><foreignObject><meta HTTP-EQUIV="refresh" content="0;url=data:text/html,moved"/></foreignObject></svg>';
    for (let round = 0; round < 5; round++) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is the point
      await printer.print({ html: `<p>a${body}`, runsScript: false });
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      expect(await textOf(await printer.print({ html: "<p>next" }))).toBe("next");
    }
  });

  test("neither cookies nor the cache of one page are another's", async () => {
    const page = { source: printer.webPage("http://site.test/page") };
    await printer.print(page);
    const before = proxy.requests.length;
    expect(await textOf(await printer.print(page))).toBe("/pagekept=1");
    expect(proxy.requests.slice(before).map(({ headers }) => headers.cookie)).toEqual([undefined]);
  });
});
