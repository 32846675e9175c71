import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { letterPages } from "../api/documents.ts";
import { pdfText } from "../api/programs.ts";
import { commonService } from "../api/service.ts";
import { chosen } from "../running/sampling.ts";
import { axeFindings } from "./axe.ts";
import { consoleBrowser, goTo, noConsole, signIn } from "./console-page.ts";

/* What a person does first with the console: signs in, drops a file on an operation, and looks at the result. */

/** The two ends of what people look at it with. */
const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

/** Page code that shows HTML with script in each place that runs it, in the frame for documents. */
/** The frame lies over the page: Chromium paints no frames for one of another origin that is out of sight, and clicks wait for them. */
const SHOW_HOSTILE_HTML = `(async () => {
  const html = '<p onclick="parent.hit=1">Inert</p><script>parent.hit=1</script><img src=x onerror="parent.hit=1">' +
    '<svg onload="parent.hit=1"></svg><a href="javascript:parent.hit=1">link</a>' +
    '<meta http-equiv="refresh" content="0;url=/docs">';
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = "./console/frame.html";
  Object.assign(frame.style, { position: "fixed", inset: "0", zIndex: "9" });
  const ready = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
  document.body.append(frame);
  await ready;
  frame.contentWindow.postMessage({ html }, "*");
})()`;

describe.skipIf(noConsole !== undefined)("the console", () => {
  const service = commonService();
  const open = consoleBrowser();

  test("a wrong key is refused in words, and a right one is remembered by the tab only if that was asked for", async () => {
    const { page, faults } = await open(service());
    await page.getByLabel("API key").fill("quire_live_000000000000000000000000000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").textContent()).resolves.toContain("The key is not accepted");
    await page.getByLabel("API key").fill(service().key);
    await page.getByText("Keep it for this tab").click();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Playground" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Playground" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    await page.reload();
    await page.getByLabel("API key").waitFor();
    expect(faults).toEqual([]);
  });

  test("a file that is chosen for an operation becomes a result that is shown and can be kept", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await goTo(page, "/playground/watermark");
    await choose(page, "letter.pdf", letterPages(2));
    await page.getByLabel(/^Text/).fill("Draft {{page}}");
    await page.getByRole("button", { name: "Add a text watermark to a PDF" }).click();
    const download = page.getByRole("link", { name: /^Download watermarked\.pdf/ });
    await download.waitFor();
    const [kept] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(await pdfText(await readFile(await kept.path()))).toContain("Draft 2");
    await page.getByRole("img", { name: "Page 1" }).first().waitFor();
    expect(faults).toEqual([]);
  });

  test("what the service says of a field stands at the field", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await goTo(page, "/playground/watermark");
    await choose(page, "letter.pdf", letterPages(1));
    await page.getByLabel(/^Text/).fill("Draft");
    await page.getByLabel(/^Pages/).fill("5-2");
    await page.getByRole("button", { name: "Add a text watermark to a PDF" }).click();
    await expect.poll(() => page.getByLabel(/^Pages/).getAttribute("aria-invalid")).toBe("true");
    expect(faults).toEqual([]);
  });

  test("script in a result never runs", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await page.evaluate(SHOW_HOSTILE_HTML);
    const frame = page.frameLocator('iframe[src="./console/frame.html"]');
    await frame.getByText("Inert").click();
    await frame.getByText("link").click();
    expect(await page.evaluate("globalThis.hit")).toBeUndefined();
    expect(await frame.locator("script, meta[http-equiv], [onclick], [onload], [onerror], [href]").count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("it works under a path of a proxy", async () => {
    const proxy = await proxyUnder("/tools/quire", service().baseUrl);
    const { page, faults } = await open({ ...service(), baseUrl: `${proxy}/tools/quire` });
    await signIn(page, service().key);
    await page.getByRole("link", { name: /Add a text watermark/ }).click();
    await page.getByLabel(/^Text/).fill("Draft");
    await page.getByText(`${proxy}/tools/quire/api/v1/pdf/watermark`).first().waitFor();
    expect(faults).toEqual([]);
  });

  test.each(chosen(LOOKS, [1]))("axe finds nothing wrong, $colorScheme, $width pixels wide", async (person) => {
    const { page, faults } = await open(service(), person);
    const findings: string[] = [];
    const look = async (what: string): Promise<void> => {
      findings.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`));
    };
    await look("sign-in");
    await signIn(page, service().key);
    await page.getByRole("link", { name: /Add a text watermark/ }).waitFor();
    await look("operations");
    await goTo(page, "/playground/watermark");
    await page.getByLabel(/^Text/).waitFor();
    await page.getByRole("button", { name: /more options/ }).click();
    await look("form");
    expect(findings).toEqual([]);
    expect(faults).toEqual([]);
  });
});

/** Chooses a file in the first file field of the form. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles({ name, mimeType: "application/pdf", buffer });
}

/** Starts a proxy that passes on what is below a path to `target`, without the path; returns its address. */
async function proxyUnder(path: string, target: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const passed = request(new URL(url.slice(path.length), target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await promisify(server.close.bind(server))();
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}
