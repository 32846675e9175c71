import { call } from "./accounts.ts";
import { type Fields, type Request, upload } from "./client.ts";
import { sizeOf, type Word, words } from "./html-to-pdf.ts";
import type { Part } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { expectOk, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/* What tests of json-to-pdf share. */

export const JSON_TO_PDF = "/api/v1/convert/json-to-pdf";

/** Sends parameters as JSON to json-to-pdf. */
export const reportJson = (service: Service, value: object, more: Pick<Request, "key"> = {}): Promise<Reply> =>
  call(service, "POST", JSON_TO_PDF, { value, ...more });

/** Prints a report and returns the PDF. */
export const reported = async (service: Service, value: object): Promise<Buffer> =>
  expectOk(await reportJson(service, value)).body;

export const reportForm = (service: Service, fields: Fields, files: readonly Part[] = []): Promise<Reply> =>
  upload(service, { path: JSON_TO_PDF, fields, more: files });

/** Returns the text of a fixture, which is sent as it is: a parser would change its numbers. */
export const reportFixture = (name: string): string => fixture(`reports/${name}.json`).toString("utf8");

/** Returns `count` rows of orders, so that a report can have any number of pages. */
export const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    ordered_on: `2026-0${1 + (index % 9)}-1${index % 9}`,
    customer: `Customer ${index}`,
    status: ["active", "pending", "failed"][index % 3],
    amount: ((index * 7919) % 100_000) / 100,
  }));

/** Returns the right edges of the words that match, to a tenth of a point. */
export const rightEdges = (all: readonly Word[], pattern: RegExp): Set<string> =>
  new Set(all.filter(({ text }) => pattern.test(text)).map(({ xMax }) => xMax.toFixed(1)));

/** Returns the words that overlap one another, and those outside the margins of 72 points. */
export async function misplaced(pdf: Buffer): Promise<string[]> {
  const [width = 0, height = 0] = await sizeOf(pdf);
  // Emoji are pictures, whose boxes say little.
  const all = (await words(pdf)).filter(({ text }) => !/\p{Emoji_Presentation}/u.test(text));
  const outside = all
    .filter(({ xMin, xMax, yMin, yMax }) => xMin < 71 || xMax > width - 70.5 || yMin < 70 || yMax > height - 70.5)
    .map(({ text, page }) => `${text} on page ${page} is outside the margins`);
  const overlapping = [...Map.groupBy(all, ({ page }) => page).values()].flatMap((page) =>
    page.flatMap((one, index) =>
      page.slice(index + 1).flatMap((other) => (overlap(one, other) ? [`${one.text} and ${other.text} overlap`] : [])),
    ),
  );
  return [...outside, ...overlapping];
}

/** Returns whether two words overlap. Boxes are as high as the font, so lines may touch. */
const overlap = (one: Word, other: Word): boolean =>
  Math.min(one.xMax, other.xMax) - Math.max(one.xMin, other.xMin) > 0.5 &&
  Math.min(one.yMax, other.yMax) - Math.max(one.yMin, other.yMin) > 0.35 * (one.yMax - one.yMin);
