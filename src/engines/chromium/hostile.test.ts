import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { textOf } from "../conformance/documents/printed-documents.ts";
import { noChromium, type TestPrinter, testPrinter } from "./testing/test-printer.ts";

const late = (what: string) => `<p>x<script>setTimeout(() => { ${what} }, 400)</script>`;

describe.skipIf(noChromium !== undefined)("documents that do not want to be printed", () => {
  let printer: TestPrinter;
  beforeAll(async () => {
    printer = await testPrinter({ memoryBytes: 400 * 2 ** 20 });
  });
  afterAll(async () => {
    await printer[Symbol.asyncDispose]();
  });

  const timeoutMs = 1500;
  test.each([
    ["an endless script", "<script>for (;;);</script>"],
    ["a loop of alerts", "<script>for (;;) alert(1);</script>"],
    ["a loop of reloads, which floods the browser", "<script>for (;;) location.reload();</script>"],
    [
      "a million elements",
      "<body><script>for (let n = 0; n < 1e6; n++) document.body.append(document.createElement('p'))</script>",
    ],
    ["elements without end", "<body><script>for (;;) document.body.append(document.createElement('p'))</script>"],
    [
      "documents in documents without end",
      "<iframe src='/'></iframe><script>setInterval(() => location.reload(), 1)</script>",
    ],
  ])("%s is given up when its time is over, and what follows is printed", async (_, html) => {
    const failure = await printer.print({ html, waiting: { timeoutMs } }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "document_too_complex" });
    expect(await textOf(await printer.print({ html: "<p>next" }))).toBe("next");
  });

  test("the engine time of a request is a limit too, and is spent", async () => {
    const engineTime = new TimeBudget(800);
    const failure = await printer
      .print({ html: "<script>for (;;);</script>", engineTime })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "document_too_complex", message: expect.stringContaining("0.8 s") });
    expect(engineTime.remainingMs).toBe(0);
  });

  test.each([
    ["objects", "<script>const all = []; for (;;) all.push(new Array(1e5).fill(1.5))</script>"],
    ["bytes", "<script>const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))</script>"],
  ])("a hoard of %s ends its own page", async (_, html) => {
    const { restarts } = printer.printer.state();
    const failure = await printer.print({ html }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "document_too_complex", facts: { reason: "crash" } });
    expect(await textOf(await printer.print({ html: "<p>next" }))).toBe("next");
    expect(printer.printer.state().restarts).toBe(restarts);
  });

  test("popups, downloads and dialogs come to nothing", async () => {
    const html = `<p>x<script>
      confirm("?") || document.write("<p>not confirmed");
      window.open("data:text/html,popup") || document.write("<p>no popup");
      const link = document.createElement("a"); link.download = "f"; link.href = "data:,f"; link.click();
    </script>`;
    expect((await textOf(await printer.print({ html }))).split(/\n+/)).toEqual(["x", "not confirmed", "no popup"]);
  });

  test("errors of script are reported, or fail the document when that is requested", async () => {
    const html = "<p>x<script>console.error('first'); throw new Error('second')</script>";
    const { warnings } = await printer.print({ html });
    expect(warnings.map(({ code, parameters }) => `${code} ${parameters?.message}`)).toEqual([
      "console_error first",
      "console_error Error: second",
    ]);
    const failure = await printer.print({ html, failsOn: { consoleError: true } }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "render_failed", message: expect.stringContaining("first") });
  });

  test("a reference that a look at the text does not find is found where the document is printed", async () => {
    const html = String.raw`<style>p{background:\75\72l(http://hidden.invalid/a.png)}</style><p>x`;
    const { warnings } = await printer.print({ html });
    expect(warnings).toEqual([{ code: "resource_blocked", parameters: { url: "http://hidden.invalid/a.png" } }]);
  });

  test("and so is one that a script makes, however it is written", async () => {
    const html = `<p>x<script>
      const image = document.createElement("img"); image.setAttribute("src", "gone.png"); document.body.append(image);
      document.body.append(" " + typeof self["local" + "Storage"] + " " + self["loc" + "ation"].protocol);
    </script>`;
    const printed = await printer.print({ html });
    expect(printed.warnings).toEqual([
      { code: "resource_failed", parameters: { url: "http://document.invalid/gone.png" } },
    ]);
    expect(await textOf(printed)).toContain("object http:");
  });

  test("a document whose script is done late is printed as it then is", async () => {
    const html = `<p>x<img id="i"><script>
      onload = () => { document.body.append(" loaded " + document.getElementById("i").complete); };
      document.write("<p>written"); alert(1); console.error("reported");
    </script>`;
    const printed = await printer.print({ html });
    expect((await textOf(printed)).split(/\s+/)).toEqual(["x", "written", "loaded", "true"]);
    expect(printed.warnings).toEqual([{ code: "console_error", parameters: { message: "reported" } }]);
  });

  test("no more than 20 failures are reported one by one", async () => {
    const html = Array.from({ length: 50 }, (_, index) => `<img src="gone-${index}.png">`).join("");
    const { warnings } = await printer.print({ html });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toEqual({ code: "resource_failed", parameters: { more: "30" } });
  });

  describe("waiting", () => {
    const adds =
      "document.body.append(Object.assign(document.createElement('p'), { id: 'late', textContent: 'late' }))";

    test("for a selector, an expression, its promise, or a while", async () => {
      const html = late(adds);
      expect(await textOf(await printer.print({ html }))).toBe("x");
      for (const waiting of [
        { selector: "#late" },
        { expression: "document.querySelector('#late')" },
        { expression: "new Promise((resolve) => setTimeout(() => resolve(document.querySelector('#late')), 100))" },
        { expression: "{ then: (resolve) => resolve(document.querySelector('#late')) }" },
        { delayMs: 1500 },
      ]) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
        expect.soft(await textOf(await printer.print({ html, waiting }))).toMatch(/^x\s+late$/);
      }
    });

    test.each([
      [{ selector: "#never" }, "selector"],
      [{ selector: "##" }, "not valid CSS"],
      [{ expression: "false" }, "expression"],
      [{ expression: "nothing.there" }, "nothing is not defined"],
      [{ expression: "}{" }, "expression"],
    ])("for %j in vain is reported", async (waiting, message) => {
      const failure = await printer
        .print({ html: "<p>x<script>0</script>", waiting: { timeoutMs, ...waiting } })
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "render_failed", message: expect.stringContaining(message) });
    });

    test("no longer than until the document is parsed, when that is asked for", async () => {
      const html = "<p>x<script>addEventListener('load', () => document.body.append(' loaded'))</script>";
      expect(await textOf(await printer.print({ html, waiting: { until: "load" } }))).toMatch(/^x\s+loaded$/);
      await expect(printer.print({ html, waiting: { until: "domcontentloaded" } })).resolves.toBeDefined();
    });
  });
});
