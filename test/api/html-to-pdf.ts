import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { call } from "./accounts.ts";
import { type Fields, type Request, upload } from "./client.ts";
import type { Part } from "./multipart.ts";
import { pdfInfo, run, withFile } from "./programs.ts";
import { expectOk, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/* What tests of html-to-pdf share. */

export const HTML_TO_PDF = "/api/v1/convert/html-to-pdf";

const CHROMIUM = process.env["QUIRE_CHROMIUM"] ?? "/usr/lib/chromium/chromium-headless-shell";
/** The reason why documents cannot be printed here; false when they can. */
export const withoutChromium = existsSync(CHROMIUM) ? false : `left out: there is no ${CHROMIUM}`;
if (withoutChromium !== false) {
  console.warn(`html-to-pdf: ${withoutChromium}`);
}

/** Sends parameters as JSON to html-to-pdf. */
export const printJson = (
  service: Service,
  value: object,
  more: Pick<Request, "key" | "headers"> = {},
): Promise<Reply> => call(service, "POST", HTML_TO_PDF, { value, ...more });

/** Prints with parameters in JSON and returns the PDF. */
export const printed = async (service: Service, value: object): Promise<Buffer> =>
  expectOk(await printJson(service, value)).body;

/** Sends a form to html-to-pdf, with `files` as parts under the names of their fields. */
export const printForm = (service: Service, fields: Fields, files: readonly Part[] = []): Promise<Reply> =>
  upload(service, { path: HTML_TO_PDF, fields, more: files });

export const fileOf = (content: string | Buffer, { name = "file", filename = "page.html" } = {}): Part => ({
  name,
  content: Buffer.from(content),
  filename,
});

/** A word with its box in points from the top left of its page, as pdftotext reports it. */
export interface Word {
  readonly text: string;
  readonly page: number;
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

export async function words(pdf: Buffer): Promise<Word[]> {
  const { stdout } = await withFile(pdf, (path) => run("pdftotext", ["-bbox", path, "-"]));
  const pages = stdout.toString("utf8").split("<page ").slice(1);
  const WORD = /<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)<\/word>/g;
  return pages.flatMap((page, index) =>
    [...page.matchAll(WORD)].map(([, xMin, yMin, xMax, yMax, text = ""]) => ({
      text: text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
      page: index + 1,
      xMin: Number(xMin),
      yMin: Number(yMin),
      xMax: Number(xMax),
      yMax: Number(yMax),
    })),
  );
}

export async function wordOf(pdf: Buffer, text: string): Promise<Word> {
  const all = await words(pdf);
  const word = all.find((one) => one.text === text);
  if (word === undefined) {
    throw new Error(`There is no word ${text}, but ${all.map((one) => one.text).join(" ")}`);
  }
  return word;
}

/** Returns the text in reading order, pages one after the other, white space as single spaces. */
export async function textOf(pdf: Buffer): Promise<string> {
  const { stdout } = await withFile(pdf, (path) => run("pdftotext", ["-raw", path, "-"]));
  return stdout.toString("utf8").replaceAll(/\s+/g, " ").trim();
}

/** Returns a lookup of what pdfinfo says, by pdfinfo's labels. */
export async function information(pdf: Buffer): Promise<(label: string) => string | undefined> {
  const all = await pdfInfo(pdf);
  return (label) => all?.get(label);
}

/** Returns the width and the height of the first page in points, rounded. */
export async function sizeOf(pdf: Buffer): Promise<readonly number[]> {
  const size = (await information(pdf))("Page size") ?? "";
  return size.split(" x ").map((side) => Math.round(Number.parseFloat(side)));
}

export const pageCount = async (pdf: Buffer): Promise<number> => Number((await information(pdf))("Pages"));

/**
 * Returns the colour of a pixel of the first page, 0 to 255 for each component; `x` and `y` are points from the top
 * left.
 */
export async function pixelAt(pdf: Buffer, x: number, y: number): Promise<readonly number[]> {
  const box = ["-x", `${x}`, "-y", `${y}`, "-W", "1", "-H", "1"];
  const { stdout } = await withFile(pdf, (path) => run("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", ...box, path]));
  return [...stdout.subarray(-3)];
}

/** Returns the structure elements with their text, as pdfinfo prints them. */
export async function structure(pdf: Buffer): Promise<string> {
  const { stdout } = await withFile(pdf, (path) => run("pdfinfo", ["-struct-text", path]));
  return stdout.toString("utf8");
}

/** A web site that records the requests it receives. */
export interface Site {
  readonly origin: string;
  readonly host: string;
  readonly requests: readonly Pick<IncomingMessage, "url" | "headers">[];
  close(): Promise<void>;
}

/** Starts a web server on a free port of the loopback interface. */
export async function startSite(listener: RequestListener): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
