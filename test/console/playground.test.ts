import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { as, call, type List, newClient } from "../api/accounts.ts";
import { letterPages } from "../api/documents.ts";
import type { JobObject } from "../api/jobs.ts";
import { pageTexts } from "../api/pages.ts";
import { run, withFile } from "../api/programs.ts";
import { bilevelScan, numberedPages } from "../api/scans.ts";
import { sharedService } from "../api/service.ts";
import { pagesWith } from "../api/watermarks.ts";
import { consoleBrowser, goTo, noConsole, signIn } from "./console-page.ts";
import { enter, expectDrawn, keep, pdf, result, submitOf } from "./playground.ts";

/* What a person meets in the playground beside plain results: jobs, limits, long documents and hostile ones. */

const MOST_UPLOAD_BYTES = 600_000;
const MOST_CANVASES = 20;
const LONG = 2000;

/** What runs wherever HTML of a document is run: it would leave a mark in its own window and in the console's. */
const HIT = "globalThis.hit=1;parent.hit=1";
const HOSTILE = [
  `<script>${HIT}</script>`,
  `[x](javascript:${HIT})`,
  `<img src=x onerror=${HIT}>`,
  `<svg onload=${HIT}></svg>`,
] as const;

/** Page code that goes through the pages of a document and returns the most canvases that were there at once. */
const mostCanvases = (scrolled: string): string => `(async () => {
  const list = document.querySelector(${JSON.stringify(scrolled)});
  let most = 0;
  for (let step = 0; step <= 60; step += 1) {
    list.scrollTop = (step / 60) * (list.scrollHeight - list.clientHeight);
    await new Promise((resolve) => setTimeout(resolve, 30));
    most = Math.max(most, document.querySelectorAll("canvas").length);
  }
  return most;
})()`;

describe.skipIf(noConsole !== undefined)("the playground", () => {
  const service = sharedService({ QUIRE_MAX_UPLOAD_BYTES: String(MOST_UPLOAD_BYTES) });
  const open = consoleBrowser();

  test("an operation that the API description gains is offered, with a form of its own", async () => {
    const { page, faults } = await open(service());
    await page.route("**/openapi.json", async (route) => {
      const response = await route.fetch();
      const description = await response.json();
      const { post } = description.paths["/api/v1/pdf/watermark"];
      description.paths["/api/v1/pdf/stamp"] = { post: { ...post, summary: "Stamp a PDF" } };
      await route.fulfill({ response, json: description });
    });
    await signIn(page, service().key);
    await page.getByRole("link", { name: /^Stamp a PDF/ }).click();
    await page.getByRole("heading", { name: "Stamp a PDF" }).waitFor();
    await page.getByLabel(/^Text/).fill("Draft");
    await page.getByText(`${service().baseUrl}/api/v1/pdf/stamp`).first().waitFor();
    expect(faults).toEqual([]);
  });

  test("a long document becomes a job, which is followed, and is cancelled by its button", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await enter(page, "ocr-extract-advanced", { files: { file: [pdf(await bilevelScan(200, "", 200))] } });
    await submitOf(page).click();
    await page.getByRole("progressbar", { name: /^Job processing/ }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Nothing was charged for work that was not done.").waitFor();
    const statuses = async (): Promise<readonly string[]> =>
      as<List<JobObject>>(await call(service(), "GET", "/api/v1/jobs")).items.map(({ status }) => status);
    await expect.poll(statuses).toEqual(["cancelled"]);
    await expect.poll(() => submitOf(page).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test("a call goes on when its page is left: it is listed, watched and cancelled, and of its key alone", async () => {
    const { page, faults } = await open(service());
    const other = await newClient(service(), 10);
    await signIn(page, service().key);
    await enter(page, "ocr-extract-advanced", { files: { file: [pdf(await bilevelScan(200, "", 200), "long.pdf")] } });
    await submitOf(page).click();
    await page.getByRole("progressbar", { name: /^Job processing/ }).waitFor();
    const statuses = async (): Promise<readonly string[]> =>
      as<List<JobObject>>(await call(service(), "GET", "/api/v1/jobs")).items.map(({ status }) => status);
    const before = await statuses();

    await page.getByRole("link", { name: "All operations" }).click();
    await page.getByText(/Job processing/).waitFor();
    await page.getByText("long.pdf").waitFor();
    await page.getByRole("button", { name: /^Watch / }).click();
    await page.getByRole("progressbar", { name: /^Job processing/ }).waitFor();
    expect(await submitOf(page).isDisabled()).toBe(true);

    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn(page, other.key);
    await goTo(page, "/playground/merge?x=1");
    await page.getByRole("heading", { name: "Combine several PDFs into one", level: 1 }).waitFor();
    expect(await page.getByText("long.pdf").count()).toBe(0);

    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn(page, service().key);
    await goTo(page, "/playground");
    await page.getByRole("button", { name: /^Cancel / }).click();
    await page.getByText(/ · cancelled$/).waitFor();
    expect(await statuses()).toEqual(["cancelled", ...before.slice(1)]);

    // Made again twice: the page shows the last one, and the list the one before it.
    await page.getByRole("button", { name: /^Repeat / }).click();
    await page.getByRole("progressbar", { name: /^Job processing/ }).waitFor();
    await page.getByRole("button", { name: /^Repeat / }).click();
    await page.getByRole("button", { name: /^Cancel / }).click();
    await expect.poll(() => page.getByText(/ · cancelled$/).count()).toBe(2);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect.poll(() => page.getByText(/ · cancelled$/).count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test.each([
    ["pdf-to-markdown", "Markdown"],
    ["pdf-to-html", "Source"],
  ])("script in a document is text in what %s makes of it, and never runs", async (operation, written) => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await enter(page, operation, { files: { file: [pdf(hostilePdf())] }, choices: { output: "file" } });
    const shown = await result(page);
    const frame = shown.frameLocator("iframe");
    for (const line of HOSTILE) {
      await expect
        .poll(async () => (await frame.locator("body").textContent())?.replaceAll(/\s+/g, " "))
        .toContain(line);
    }
    await expectInert(page, shown);
    await shown.getByRole("tab", { name: written, exact: true }).click();
    await shown.getByText("hit=1").first().waitFor();
    expect(await page.evaluate("globalThis.hit")).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test.each([
    ["markdown-to-pdf", "notes.md", "text/markdown"],
    ["html-to-pdf", "page.html", "text/html"],
  ])("script in a file that is chosen for %s is shown without it", async (operation, name, mimeType) => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    const buffer = Buffer.from(`Grey boats\n\n${HOSTILE.join("\n\n")}`);
    await enter(page, operation, { source: "File", files: { file: [{ name, mimeType, buffer }] } });
    const source = page.getByRole("region", { name: "Source", exact: true });
    await source.frameLocator("iframe").getByText("Grey boats").waitFor();
    await expectInert(page, source);
    expect(faults).toEqual([]);
  });

  test.each(["mouse", "keyboard"])("pages are picked by the %s, and the field says which", async (by) => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await enter(page, "watermark", { files: { file: [pdf(letterPages(4))] }, texts: { text: "Draft" } });
    const pick = page.getByRole("button", { name: "Pick pages" });
    const pages = page.getByRole("listbox", { name: "Pages to pick" });
    if (by === "mouse") {
      await pick.click();
      await pages.getByRole("option", { name: "Page 1" }).click();
      await pages.getByRole("option", { name: "Page 3" }).click();
    } else {
      await pick.focus();
      await page.keyboard.press("Enter");
      await pages.getByRole("option").first().waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
    }
    await expect
      .poll(() =>
        page
          .getByLabel(/^Pages/)
          .first()
          .inputValue(),
      )
      .toBe("1,3");
    await result(page);
    const texts = (await pageTexts((await keep(page)).bytes)).map((text) => text.trim());
    expect(texts).toEqual(["Draft", "", "Draft", ""]);
    expect(faults).toEqual([]);
  });

  test("a file that is larger than the service takes is refused before any of it is sent", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    const sent: string[] = [];
    page.on("request", (request) => (request.method() === "POST" ? sent.push(request.url()) : undefined));
    const large = pdf(letterPages(1, { paddingBytes: MOST_UPLOAD_BYTES }));
    await enter(page, "watermark", { files: { file: [large] }, texts: { text: "Draft" } });
    await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("Too large");
    expect(await submitOf(page).isDisabled()).toBe(true);
    await page.getByLabel(/^Text/).press("Control+Enter");
    // By now an estimate would have been asked for.
    await page.waitForTimeout(1000);
    expect(sent).toEqual([]);
    await enter(page, "watermark", { files: { file: [pdf(letterPages(1))] } });
    await expect.poll(() => submitOf(page).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test("who has too few credits is told what is left, before the call and after it", async () => {
    const { page, faults } = await open(service());
    const { key } = await newClient(service(), 2);
    await signIn(page, key);
    await enter(page, "pdf-to-image", {
      files: { file: [pdf(letterPages(41))] },
      texts: { start_page: "1", end_page: "41" },
    });
    await page.getByText(/^5 credits.* 2 are left/).waitFor();
    await submitOf(page).click();
    const alert = page.getByRole("alert").filter({ hasText: "Not enough credits" });
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/\b5\b.*\b2\b/);
    expect(faults).toEqual([]);
  });

  test(`of a document of ${LONG} pages only a few are drawn at a time`, async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await enter(page, "watermark", { files: { file: [pdf(await longPdf(), "long.pdf")] } });
    const source = page.getByRole("group", { name: `long.pdf: ${LONG} pages` });
    await expectDrawn(source.getByRole("img", { name: "Page 1", exact: true }));
    expect(await page.evaluate(mostCanvases("[data-scrolls]"))).toBeLessThan(MOST_CANVASES);
    await expectDrawn(source.getByRole("img", { name: `Page ${LONG}`, exact: true }));
    // Thumbnails are beside the pages then.
    await page.getByRole("button", { name: "Pick pages" }).click();
    const pages = page.getByRole("listbox", { name: "Pages to pick" });
    await pages.getByRole("option").first().waitFor();
    await page.getByRole("listbox", { name: "Pages to pick" }).focus();
    await page.keyboard.press("End");
    await pages.getByRole("option", { name: `Page ${LONG}` }).waitFor();
    expect(await pages.locator("canvas").count()).toBeLessThan(MOST_CANVASES);
    expect(faults).toEqual([]);
  });
});

/** Fails where script of a document could run, lead away or has run: in the frame that shows it, or in the console. */
async function expectInert(page: Page, shown: Locator): Promise<void> {
  const frame = shown.frameLocator("iframe");
  expect(await frame.locator("script, [onerror], [onload], [onclick], [href], img[src]").count()).toBe(0);
  const marks = await Promise.all(page.frames().map((each) => each.evaluate("globalThis.hit")));
  expect(marks.length).toBeGreaterThan(1);
  expect(marks.filter((mark) => mark !== undefined)).toEqual([]);
}

/** Makes a page whose lines are what runs where they are taken for HTML or Markdown. */
function hostilePdf(): Buffer {
  const lines = HOSTILE.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj T*`).join(" ");
  return pagesWith({ attributes: "/MediaBox [0 0 595 842]", content: `BT /F1 12 Tf 40 TL 60 760 Td ${lines} ET` });
}

/** Repeats a page with qpdf. */
function longPdf(): Promise<Buffer> {
  return withFile(numberedPages(1), async (path) => {
    const pages = Array.from({ length: LONG }, () => "1").join(",");
    const { status, stdout, stderr } = await run("qpdf", ["--empty", "--pages", path, pages, "--", "-"]);
    expect(status, stderr).toBe(0);
    return stdout;
  });
}
