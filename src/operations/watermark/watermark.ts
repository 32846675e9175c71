import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { WATERMARK_LAYERS, WATERMARK_POSITIONS } from "../../engines/watermark/port.ts";
import { addFault, valueError } from "../../kernel/faults.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { type PageSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Context, fileOperation, type UploadedFile } from "../operation.ts";
import { outputFilename } from "../output-filename.ts";
import { isTimeZone, substitute } from "./variables.ts";

const schema = z.object({
  text: watermarkText().describe(
    "The text to write, in any script; line feeds begin new lines. `{{page}}`, `{{total_pages}}`, `{{filename}}`, " +
      "`{{date}}` (YYYY-MM-DD) and `{{datetime}}` (YYYY-MM-DD HH:MM:SS) are replaced on each page; the time is that " +
      "of " +
      "the request.",
  ),
  position: fields
    .choice({ values: WATERMARK_POSITIONS, default: "diagonal" })
    .describe("Place on the page as it is seen: along the diagonal, in the middle, or 36 points from the named edges."),
  opacity: fields
    .number({ min: 0.05, max: 1, default: 0.3 })
    .describe("Opacity of the text: 1 hides what lies under it."),
  font_size: fields.integer({ min: 8, max: 200, default: 48 }).describe("Size of the font in points."),
  font_color: fields.colour({ default: "#808080" }).describe("Colour of the text, `#RRGGBB` or `#RGB`."),
  pages: fields.pages({ default: "all" }).describe("The pages to write on, such as `1-3,5`, `odd` or `last`."),
  password: documentPassword(),
  rotation: fields
    .optionalNumber({ min: -360, max: 360 })
    .describe("Rotation of the text in degrees, counter-clockwise. Absent: that of the position."),
  layer: fields
    .choice({ values: WATERMARK_LAYERS, default: "over" })
    .describe("Whether the text lies over or under the content of the page."),
  font_family: fields
    .optionalText({ minLength: 1, maxLength: 200 })
    .describe("A font of the service to prefer for the characters that it has, such as `Noto Serif`."),
  timezone: timeZone().describe("The time zone of dates and times, by its IANA name such as `Europe/Berlin`."),
  fit: fields
    .flag({ default: false })
    .describe("Whether text that is longer than the page is made smaller, to 8 points at least."),
  output_filename: outputFilename({ default: "watermarked.pdf" }),
});
type Parameters = z.output<typeof schema>;

export const watermark = fileOperation({
  name: "watermark",
  operationId: "add_watermark",
  path: "/api/v1/pdf/watermark",
  scope: "pdf",
  workClass: "pdf",
  summary: "Add a text watermark to a PDF",
  description:
    "Writes a text on the pages, with the installed fonts. Everything else in the document stays as it is, " +
    "including its protection. `X-Warnings` lists characters that no font has, and signatures and PDF/A claims that " +
    "are no longer valid.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/pdf"],
  parameters: schema,

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote([file], parameters) {
    selectPages(file, parameters);
    return SIZE_TARIFF.credits(file.sizeBytes);
  },

  async run([file], parameters, context) {
    const { pages, clipped } = selectPages(file, parameters);
    const path = join(context.workspace, "watermarked.pdf");
    const codes =
      pages.length === 0 ? await leave(file, path) : await write({ file, pages, path }, parameters, context);
    return {
      result: { kind: "file", mediaType: "application/pdf", filename: parameters.output_filename, path },
      warnings: [...(clipped ? ["pages_clipped"] : []), ...codes].map((code) => ({ code })),
    };
  },
});

/**
 * Selects the pages.
 * @throws Failure `page_out_of_range`
 */
function selectPages(file: UploadedFile, { pages: list }: Parameters): PageSelection {
  const { pages, clipped } = resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages });
  return { pages: pages.toSorted((one, other) => one - other), clipped };
}

/** Copies the document unchanged. */
async function leave(file: UploadedFile, path: string): Promise<readonly string[]> {
  await copyFile(file.path, path);
  return ["empty_selection"];
}

async function write(
  { file, pages, path }: { readonly file: UploadedFile; readonly pages: readonly number[]; readonly path: string },
  parameters: Parameters,
  context: Context,
): Promise<readonly string[]> {
  const values = {
    at: context.acceptedAt,
    timeZone: parameters.timezone,
    pages: file.pages,
    filename: file.filename,
  };
  const { warnings } = await context.engines.watermarker.apply({
    input: file.path,
    password: parameters.password,
    output: path,
    maxBytes: context.limits.archiveBytes,
    text: substitute(parameters.text, values),
    pages,
    position: parameters.position,
    rotationDegrees: parameters.rotation,
    opacity: parameters.opacity,
    sizePt: parameters.font_size,
    colour: intensitiesOf(parameters.font_color),
    layer: parameters.layer,
    fit: parameters.fit,
    fontFamily: parameters.font_family,
    ...workOf(context),
  });
  return warnings;
}

function intensitiesOf(colour: string): [red: number, green: number, blue: number] {
  const intensityAt = (start: number): number => Number.parseInt(colour.slice(start, start + 2), 16);
  return [intensityAt(1), intensityAt(3), intensityAt(5)];
}

// White space, control characters, and characters that only change how others look (UAX #44).
const BLANK = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

function watermarkText() {
  return fields
    .text({ maxLength: 10_000 })
    .transform((text, context) => {
      if (typeof text === "string" && text !== "" && BLANK.test(text)) {
        const error = "text should have at least one visible character";
        addFault(
          context,
          { type: "value_error", message: `Value error, ${error}`, context: { error } },
          { input: text },
        );
      }
      return typeof text === "string" ? text.replaceAll(/\r\n?/g, "\n") : z.NEVER;
    })
    .meta({ type: "string", minLength: 1, maxLength: 10_000, examples: ["Draft {{page}}/{{total_pages}}"] });
}

function timeZone() {
  return fields
    .optionalText({ maxLength: 64 })
    .transform((name, context) => {
      if (typeof name === "string" && !isTimeZone(name)) {
        const error = "expected the IANA name of a time zone such as Europe/Berlin";
        const advice = didYouMean(name, Intl.supportedValuesOf("timeZone"));
        addFault(context, valueError(error, { advice }), { input: name });
      }
      return name ?? "UTC";
    })
    .meta({ type: "string", default: "UTC" });
}
