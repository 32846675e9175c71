import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { newKey } from "../api/accounts.ts";
import { readArchive } from "../api/archive.ts";
import { letterPages } from "../api/documents.ts";
import { readImageHeader } from "../api/images.ts";
import { fixture, pdfInfo, pdfText } from "../api/programs.ts";
import { sharedService } from "../api/service.ts";
import { consoleBrowser, goTo, noConsole, signIn } from "./console-page.ts";
import { type Chosen, enter, type Entered, expectDrawn, keep, type Kept, pdf, result } from "./playground.ts";

/* Each operation of the API is run in the playground as a person does it, and its result is looked at and kept. */

const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../../docs/samples", name));
const letter = pdf(sample("letter.pdf"), "letter.pdf");
const postcard = pdf(sample("postcard.pdf"), "postcard.pdf");
const scan: Chosen = { name: "letter-scan.jpg", mimeType: "image/jpeg", buffer: sample("letter-scan.jpg") };

const JSON_NAME = /\.json$|^result$/;

/** An operation as a person tries it. */
interface Trial {
  readonly operation: string;
  readonly what: string;
  readonly entered: Entered;
  /** Whether it is run with a key of mode test. */
  readonly isTest?: true;
  /** Looks at the result. */
  readonly sees: (shown: Locator, page: Page) => Promise<void>;
  /** Looks at the file that was kept. */
  readonly keeps: (kept: Kept) => Promise<void> | void;
}

/** Looks at a result that is a PDF: its first page is drawn, and the file says `text`. */
const printed = (text: string): Pick<Trial, "sees" | "keeps"> => ({
  sees: (shown) => expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true })),
  keeps: async ({ name, bytes }) => {
    expect(name).toMatch(/\.pdf$/);
    expect(await pdfText(bytes)).toContain(text);
  },
});

/** Looks at the text of a view of a result. */
const reads =
  (view: string, text: string): Trial["sees"] =>
  async (shown) => {
    await shown.getByRole("tab", { name: view, exact: true }).click();
    await shown.getByRole("tabpanel").getByText(text).first().waitFor();
  };

/** Looks at a document that is shown in the frame for documents. */
const readsInFrame = (shown: Locator, text: string): Promise<void> =>
  shown.frameLocator("iframe").getByText(text).first().waitFor();

const keptJson = (text: string): Trial["keeps"] => {
  return ({ name, bytes }) => {
    expect(name).toMatch(JSON_NAME);
    expect(JSON.stringify(JSON.parse(bytes.toString()))).toContain(text);
  };
};

/** Looks at words that are marked over the page: each where it stands, said to the pointer and by the keyboard. */
const marksWords: Trial["sees"] = async (shown, page) => {
  await expectDrawn(shown.getByRole("img").first());
  const words = shown.getByRole("listbox", { name: "Words of page 1" });
  const word = words.getByRole("option", { name: /^reader/ }).first();
  const [place, sheet] = [await word.boundingBox(), await words.boundingBox()];
  expect(place?.width).toBeGreaterThan(5);
  expect(Number(place?.x)).toBeGreaterThan(Number(sheet?.x));
  expect(Number(place?.x) + Number(place?.width)).toBeLessThan(Number(sheet?.x) + Number(sheet?.width));
  await word.hover();
  await words.getByText("reader", { exact: false }).first().waitFor();
  await page.mouse.move(0, 0);
  await words.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => words.getAttribute("aria-activedescendant")).toMatch(/-1$/);
};

const TRIALS: readonly Trial[] = [
  {
    operation: "html-to-pdf",
    what: "HTML that is typed",
    entered: { texts: { html: "<h1>The harbour</h1><p>Seventeen grey boats" } },
    ...printed("Seventeen grey boats"),
  },
  {
    operation: "text-to-pdf",
    what: "a file of text",
    entered: {
      source: "File",
      files: { file: [{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Boats before breakfast") }] },
    },
    ...printed("Boats before breakfast"),
  },
  {
    operation: "markdown-to-pdf",
    what: "Markdown that is typed",
    entered: { texts: { markdown: "# The harbour\n\n| Boats | Grey |\n|---|---|\n| 17 | yes |" } },
    ...printed("The harbour"),
  },
  {
    operation: "json-to-pdf",
    what: "JSON that is typed",
    entered: { texts: { json_data: '{ "harbour": "Leith", "boats": [{ "name": "Grey", "length": 17 }] }' } },
    ...printed("Leith"),
  },
  {
    operation: "from-template",
    what: "a template of the service",
    entered: {
      texts: {
        template_slug: "receipt-minimal",
        variables:
          '{ "company_name": "Corner Café", "items": [{ "description": "Espresso", "price": 4.8 }], "total": 4.8 }',
      },
    },
    ...printed("Espresso"),
  },
  {
    operation: "pdf-to-text",
    what: "text in JSON",
    entered: { files: { file: [letter] } },
    sees: reads("Text", "this sample has two pages"),
    keeps: keptJson("this sample has two pages"),
  },
  {
    operation: "pdf-to-text",
    what: "words over the page",
    entered: { files: { file: [letter] }, choices: { extraction_mode: "words" } },
    sees: marksWords,
    keeps: keptJson("reader"),
  },
  {
    operation: "pdf-to-html",
    what: "HTML in the frame",
    entered: { files: { file: [letter] }, choices: { output: "file" } },
    sees: async (shown, page) => {
      await readsInFrame(shown, "this sample has two pages");
      await reads("Source", "<table")(shown, page);
    },
    keeps: ({ name, bytes }) => {
      expect(name).toMatch(/\.html$/);
      expect(bytes.toString()).toContain("this sample has two pages");
    },
  },
  {
    operation: "pdf-to-markdown",
    what: "Markdown, read and as written",
    entered: { files: { file: [letter] }, choices: { output: "file" } },
    sees: async (shown, page) => {
      await shown.frameLocator("iframe").getByRole("heading", { name: "A letter from Quire" }).waitFor();
      await shown.frameLocator("iframe").getByRole("table").first().waitFor();
      await reads("Markdown", "# A letter from Quire")(shown, page);
    },
    keeps: ({ name, bytes }) => {
      expect(name).toMatch(/\.md$/);
      expect(bytes.toString()).toContain("# A letter from Quire");
    },
  },
  {
    operation: "pdf-to-image",
    what: "one page as an image",
    entered: { files: { file: [letter] }, choices: { image_format: "WEBP" } },
    sees: (shown) => expectDrawn(shown.getByRole("img", { name: /\.webp$/ })),
    keeps: ({ bytes }) => {
      expect(readImageHeader(bytes).format).toBe("WEBP");
    },
  },
  {
    operation: "pdf-to-image",
    what: "several pages as an archive of images",
    entered: {
      files: { file: [pdf(fixture("four-colours.pdf"))] },
      texts: { start_page: "1", end_page: "4" },
    },
    sees: async (shown, page) => {
      const files = shown.getByRole("listbox", { name: "Files of the archive, 4" });
      await expect.poll(() => files.getByRole("option").count()).toBe(4);
      await files.getByRole("option").nth(2).click();
      const name = String(await files.getByRole("option").nth(2).locator("span").nth(1).textContent());
      await expectDrawn(shown.getByRole("img", { name, exact: true }));
      const { bytes } = await keep(page, shown);
      expect(readImageHeader(bytes).format).toBe("PNG");
    },
    keeps: ({ bytes }) => {
      expect(readArchive(bytes)).toHaveLength(4);
    },
  },
  {
    operation: "pdf-images",
    what: "the images of a document",
    entered: { files: { file: [postcard] } },
    sees: async (shown) => {
      await shown.getByRole("listbox", { name: /^Files of the archive/ }).waitFor();
      await expectDrawn(shown.getByRole("img").last());
    },
    keeps: ({ name, bytes }) => {
      expect(name).toMatch(/\.zip$/);
      expect(readArchive(bytes).length).toBeGreaterThan(0);
    },
  },
  {
    operation: "merge",
    what: "two documents, beside which either source is shown",
    entered: { files: { files: [letter, postcard] } },
    sees: async (shown, page) => {
      await expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true }));
      const source = page.getByRole("region", { name: "Source", exact: true });
      await source.getByRole("group", { name: "letter.pdf: 2 pages" }).waitFor();
      await source.getByRole("button", { name: /letter\.pdf/ }).click();
      await page.getByRole("option", { name: "2. postcard.pdf" }).click();
      await source.getByRole("group", { name: "postcard.pdf: 1 page" }).waitFor();
    },
    keeps: async ({ bytes }) => {
      expect((await pdfInfo(bytes))?.get("Pages")).toBe("3");
    },
  },
  {
    operation: "split",
    what: "an archive of documents, each with its first page",
    entered: { files: { file: [pdf(letterPages(3))] }, choices: { mode: "pages" } },
    sees: async (shown, page) => {
      const files = shown.getByRole("listbox", { name: "Files of the archive, 3" });
      await files.getByRole("option").nth(1).click();
      await expectDrawn(files.locator("canvas").nth(1));
      await expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true }));
      const { bytes } = await keep(page, shown);
      expect((await pdfInfo(bytes))?.get("Pages")).toBe("1");
    },
    keeps: ({ bytes }) => {
      expect(readArchive(bytes)).toHaveLength(3);
    },
  },
  {
    operation: "watermark",
    what: "a document with a text over it",
    entered: { files: { file: [letter] }, texts: { text: "Draft {{page}}" } },
    ...printed("Draft 2"),
  },
  {
    operation: "remove-password",
    what: "a document that is locked, which is shown with its password",
    entered: { files: { file: [pdf(sample("letter-locked.pdf"))] }, texts: { password: "open-sesame" } },
    sees: async (shown, page) => {
      await expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true }));
      const source = page.getByRole("region", { name: "Source", exact: true });
      await expectDrawn(source.getByRole("img", { name: "Page 1", exact: true }));
    },
    keeps: async ({ bytes }) => {
      expect((await pdfInfo(bytes))?.get("Encrypted")).toBe("no");
    },
  },
  {
    operation: "pages",
    what: "a document whose pages are put on a sheet",
    entered: { files: { file: [letter] }, texts: { steps: '[{"nup": {"per_sheet": 2}}]' } },
    ...printed("reader"),
  },
  {
    operation: "pdf-to-pdfa",
    what: "a document",
    entered: { files: { file: [letter] } },
    ...printed("reader"),
  },
  {
    operation: "info",
    what: "what a document has in it",
    entered: { files: { file: [letter] } },
    sees: async (shown) => {
      await expect.poll(() => shown.textContent()).toContain("page_sizes");
    },
    keeps: keptJson('"page_count":2'),
  },
  {
    operation: "metadata",
    what: "a document with another title",
    entered: { files: { file: [letter] }, texts: { title: "A title" } },
    sees: (shown) => expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true })),
    keeps: async ({ bytes }) => {
      const info = await pdfInfo(bytes);
      // Fields that were left empty are not sent: what they stand for stays.
      expect([info?.get("Title"), info?.get("Producer")]).toEqual([
        "A title",
        (await pdfInfo(letter.buffer))?.get("Producer"),
      ]);
    },
  },
  {
    operation: "images-to-pdf",
    what: "two scans on paper",
    entered: { files: { files: [scan, scan] }, texts: { page_size: "A4" } },
    sees: async (shown) => expectDrawn(shown.getByRole("img", { name: "Page 2", exact: true })),
    keeps: async ({ name, bytes }) => {
      expect(name).toBe("images.pdf");
      expect((await pdfInfo(bytes))?.get("Pages")).toBe("2");
    },
  },
  {
    operation: "validate-pdfa",
    what: "a document that fails, by clause, with the page beside it",
    entered: { files: { file: [letter] } },
    sees: async (shown) => {
      await shown.getByText("Does not conform").waitFor();
      const clauses = shown.getByRole("region", { name: /^Clause \d/ });
      expect(await clauses.count()).toBeGreaterThan(1);
      await clauses.first().getByText("Required:").first().waitFor();
      await expectDrawn(shown.getByRole("img", { name: "Page 1", exact: true }));
      const places = shown.getByRole("button", { name: "Page 2" });
      await places.first().click();
      expect(await places.first().getAttribute("aria-pressed")).toBe("true");
      await expectDrawn(shown.getByRole("img", { name: "Page 2", exact: true }));
    },
    keeps: keptJson('"is_compliant":false'),
  },
  {
    operation: "ocr-extract-simple",
    what: "the text of a scan",
    entered: { files: { file: [scan] } },
    sees: reads("Text", "this sample has two pages"),
    keeps: keptJson("this sample has two pages"),
  },
  {
    operation: "ocr-extract-advanced",
    what: "the words of a scan, over it",
    entered: { files: { file: [scan] }, choices: { output: "detailed" } },
    sees: marksWords,
    keeps: keptJson("reader"),
  },
  {
    operation: "ocr-extract-vision",
    what: "a page, with a key of mode test",
    isTest: true,
    entered: { files: { file: [letter] } },
    sees: async (shown) => {
      await shown.getByRole("tab", { name: "Text", exact: true }).click();
      await expect.poll(async () => (await shown.locator("pre").textContent())?.length).toBeGreaterThan(0);
    },
    keeps: keptJson("text"),
  },
];

describe.skipIf(noConsole !== undefined)("the playground", () => {
  // Pages for a test key are read by no model, but only where one is configured.
  const service = sharedService({
    QUIRE_VISION_PROVIDER: "openai-compatible",
    QUIRE_VISION_BASE_URL: "http://127.0.0.1:9/v1",
    QUIRE_VISION_MODEL_ACCURATE: "none",
  });
  const open = consoleBrowser();

  test("it offers the operations of the API, each once, and tries all of them here", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    await goTo(page, "/playground");
    await page.getByRole("link", { name: /Add a text watermark/ }).waitFor();
    const links = await page.locator("main a[href*='/playground/']").all();
    const offered = await Promise.all(links.map(async (link) => (await link.getAttribute("href"))?.split("/").at(-1)));
    const names = operations.map(({ name }) => name);
    expect(new Set(offered)).toEqual(new Set(names));
    expect(offered.length).toBe(names.length);
    expect(new Set(TRIALS.map(({ operation }) => operation))).toEqual(new Set(names));
    expect(faults).toEqual([]);
  });

  test.each(TRIALS)("$operation: $what", async ({ operation, entered, isTest, sees, keeps }) => {
    const { page, faults } = await open(service());
    const key = isTest === true ? (await newKey(service(), { mode: "test", scopes: ["vision"] })).key : service().key;
    await signIn(page, key);
    await enter(page, operation, entered);
    await sees(await result(page), page);
    await keeps(await keep(page));
    expect(faults).toEqual([]);
  });
});
