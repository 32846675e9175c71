import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { classicPdf } from "../api/documents.ts";
import { run } from "../api/programs.ts";
import { sharedService } from "../api/service.ts";
import { consoleBrowser, noConsole, signIn } from "./console-page.ts";
import { enter, expectDrawn } from "./playground.ts";

/* Images that are hard to show: very large ones, and those that browsers do not know. */

const MOST_BYTES = 100_000_000;
const [WIDTH, HEIGHT] = [5000, 4000] as const;
const WIDEST = 1800;

describe.skipIf(noConsole !== undefined)("images in the console", { timeout: 300_000 }, () => {
  const service = sharedService({ QUIRE_MAX_UPLOAD_BYTES: String(MOST_BYTES) });
  const open = consoleBrowser();

  test("an image of 60 MB is shown at the size in which it is seen", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    const buffer = noise();
    expect(buffer.length).toBeGreaterThan(60_000_000);
    // Playwright sends no more than 50 MB; the file is put into the field by script in the page.
    await page.route("**/large.png", (route) => route.fulfill({ body: buffer, contentType: "image/png" }));
    await enter(page, "ocr-extract-advanced", {});
    await page.evaluate(`(async () => {
      const bytes = await (await fetch("./large.png")).arrayBuffer();
      const files = new DataTransfer();
      files.items.add(new File([bytes], "large.png", { type: "image/png" }));
      const field = document.querySelector('[data-field="file"] input[type=file]');
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    const image = page.getByRole("img", { name: "large.png" });
    await expect.poll(() => image.evaluate((canvas) => Object(canvas).width)).toBe(WIDEST);
    await expectDrawn(image);
    expect(faults).toEqual([]);
  });

  test("an image in JPEG 2000 within a PDF is drawn", async () => {
    const { page, faults } = await open(service());
    await signIn(page, service().key);
    const jp2 = await asJpeg2000();
    await enter(page, "watermark", {
      files: { file: [{ name: "scan.pdf", mimeType: "application/pdf", buffer: pdfWith(jp2) }] },
    });
    const drawn = page.getByRole("img", { name: "Page 1" }).first();
    await expectDrawn(drawn);
    // The image is half white; where it cannot be decoded, the page is all black or all white.
    await expect.poll(async () => await whiteOf(await drawn.screenshot())).toBeGreaterThan(0.3);
    expect(await whiteOf(await drawn.screenshot())).toBeLessThan(0.7);
    expect(faults).toEqual([]);
  });
});

/** Makes a PNG of random pixels with nothing compressed. */
function noise(): Buffer {
  const rows = randomBytes(HEIGHT * (1 + WIDTH * 3));
  for (let row = 0; row < HEIGHT; row += 1) {
    rows[row * (1 + WIDTH * 3)] = 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Makes an image whose left half is black and whose right half is white. */
async function asJpeg2000(): Promise<Buffer> {
  const args = [
    "-size",
    "100x200",
    "xc:black",
    "xc:white",
    "+append",
    "-colorspace",
    "sRGB",
    "-type",
    "TrueColor",
    "jp2:-",
  ];
  const { status, stdout, stderr } = await run("convert", args);
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Makes a page that an image in JPEG 2000 fills. */
function pdfWith(jp2: Buffer): Buffer {
  const content = "q 200 0 0 200 0 0 cm /I Do Q";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 200 /Height 200 /Filter /JPXDecode /Length ${jp2.length} >>\nstream\n${jp2.toString("latin1")}\nendstream`,
  ];
  return classicPdf(objects);
}

/** Returns the share of white pixels. */
async function whiteOf(png: Buffer): Promise<number> {
  const args = ["-", "-colorspace", "gray", "-threshold", "80%", "-format", "%[fx:mean]", "info:"];
  const { stdout } = await run("convert", args, { input: png });
  return Number(stdout.toString());
}
