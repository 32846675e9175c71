import sharp from "sharp";
import { PDF_TO_HTML, PDF_TO_TEXT, upload } from "../api/client.ts";
import { HTML_TO_PDF } from "../api/html-to-pdf.ts";
import { run } from "../api/programs.ts";
import { expectOk } from "../api/reply.ts";
import type { Service } from "../api/service.ts";

/* What HTML of pages as they look is judged by: printed by the browser, it is compared with the page. */

/** A page of a PDF, and what is made of it. */
export interface PrintedLayout {
  readonly html: string;
  /** The text of the HTML without its tags, with single spaces. */
  readonly text: string;
  /** The text that pdf-to-text gives, with single spaces. */
  readonly expectedText: string;
  /** The HTML printed by the browser. */
  readonly printed: Buffer;
  /** The percentage of the pixels that differ. */
  readonly differingPercent: number;
}

/** Converts a page to HTML of `mode=layout`, prints it, and compares it with the page. */
export async function printedLayout(service: Service, pdf: Buffer, page = 1): Promise<PrintedLayout> {
  const fields = { pages: String(page), output: "file", ocr: "never" };
  const html = expectOk(await upload(service, { path: PDF_TO_HTML, file: pdf, fields: { ...fields, mode: "layout" } }));
  const text = expectOk(await upload(service, { path: PDF_TO_TEXT, file: pdf, fields }));
  const content = html.body.toString("utf8");
  const file = { name: "file", content: html.body, filename: "page.html" };
  const printed = expectOk(await upload(service, { path: HTML_TO_PDF, more: [file] })).body;
  return {
    html: content,
    text: spaced(textOfHtml(content)),
    expectedText: spaced(text.body.toString("utf8")),
    printed,
    differingPercent: await differingPercent({ pdf, page }, { pdf: printed, page: 1 }),
  };
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(style|title)>[^<]*<\/\1>/g, "")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

interface PageOf {
  readonly pdf: Buffer;
  readonly page: number;
}

const DPI = 100;
/** The difference of a colour, of 255, above which a pixel is another one. */
const TOLERANCE = 32;

/** Returns the percentage of the pixels that differ between two pages, which Poppler draws, blurred by a pixel. */
async function differingPercent(one: PageOf, other: PageOf): Promise<number> {
  const expected = await sharp(await drawn(one))
    .removeAlpha()
    .blur(1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = expected.info;
  const resized = await sharp(await drawn(other))
    .resize(width, height, { fit: "fill" })
    .png()
    .toBuffer();
  const found = await sharp(resized).removeAlpha().blur(1).raw().toBuffer();
  let differing = 0;
  for (let at = 0; at < found.length; at += 3) {
    const isOther = [at, at + 1, at + 2].some(
      (place) => Math.abs((found[place] ?? 0) - (expected.data[place] ?? 0)) > TOLERANCE,
    );
    differing += isOther ? 1 : 0;
  }
  return (100 * differing) / (width * height);
}

async function drawn({ pdf, page }: PageOf): Promise<Buffer> {
  const only = ["-f", String(page), "-l", String(page)];
  const { stdout, stderr } = await run("pdftoppm", ["-r", `${DPI}`, "-cropbox", ...only, "-"], { input: pdf });
  if (stdout.length === 0) {
    throw new Error(`pdftoppm drew nothing: ${stderr}`);
  }
  // The header is P6, the size and the largest value.
  const [header = "", width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 40)) ?? [];
  const raw = { width: Number(width), height: Number(height), channels: 3 } as const;
  return sharp(stdout.subarray(header.length, header.length + 3 * raw.width * raw.height), { raw })
    .png()
    .toBuffer();
}
