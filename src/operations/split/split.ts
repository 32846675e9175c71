import { join, parse } from "node:path";
import { z } from "zod";
import type { Warning } from "../../kernel/failure.ts";
import { addFault } from "../../kernel/faults.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { emptySelection } from "../../kernel/pages/page-ranges.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Context, fileOperation, type Outcome, type UploadedFile } from "../operation.ts";
import { bookmarkParts, type Division, divide, type Part, uniqueNames } from "./parts.ts";

const schema = z
  .object({
    mode: fields
      .optionalFormChoice({ values: ["pages", "ranges", "chunks", "bookmarks"] })
      .describe(
        "What the parts are. Absent: `ranges` or `chunks` when `ranges` or `chunk_size` is given, else `pages`.",
      ),
    pages: fields
      .pages({ default: "all" })
      .describe("Mode `pages`: the pages to take, such as `1-3,5`, `odd` or `last`."),
    ranges: fields.optionalPages().describe("Mode `ranges`: one PDF for each item between commas, such as `1-3,4-`."),
    chunk_size: fields.optionalInteger({ min: 1 }).describe("Mode `chunks`: pages in each part."),
    unify: fields.flag({ default: false }).describe("Returns one PDF of all selected pages instead of an archive."),
    password: documentPassword(),
  })
  .superRefine(({ mode, ranges, chunk_size }, context) => {
    if (mode === "ranges" && ranges === undefined) {
      addFault(
        context,
        {
          type: "missing",
          message: "Field required",
          advice: "Mode ranges needs it: one PDF for each item, such as 1-3,4-.",
        },
        { path: ["ranges"] },
      );
    } else if (mode === "chunks" && chunk_size === undefined) {
      addFault(
        context,
        {
          type: "missing",
          message: "Field required",
          advice: "Mode chunks needs it: the number of pages in each part.",
        },
        { path: ["chunk_size"] },
      );
    } else if (mode === undefined && ranges !== undefined && chunk_size !== undefined) {
      const error = "ranges and chunk_size belong to different modes: give mode, or only one of them";
      addFault(
        context,
        { type: "value_error", message: `Value error, ${error}`, context: { error } },
        { path: ["mode"] },
      );
    }
  });
type Parameters = z.output<typeof schema>;

export const split = fileOperation({
  name: "split",
  operationId: "split_pdf",
  path: "/api/v1/pdf/split",
  scope: "pdf",
  workClass: "pdf",
  summary: "Split a PDF into several",
  description:
    "Returns a ZIP archive with a PDF for each page, range, chunk of pages or top-level outline entry; with `unify` " +
    "one PDF of the selected pages. Each part keeps what concerns its pages, and the protection of the document.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/zip", "application/pdf"],
  parameters: schema,

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote([file], parameters) {
    divisionOf(file, parameters);
    return SIZE_TARIFF.credits(file.sizeBytes);
  },

  async run([file], parameters, context) {
    const { parts, warnings } = await allParts(file, parameters, context);
    const { result, lost } = await (parameters.unify ? together : separately)(file, parts, parameters, context);
    return { result, warnings: [...unusedFields(parameters), ...warnings, ...[...lost].map((code) => ({ code }))] };
  },
});

const ALL_PAGES = { kind: "all" } as const;

/** Returns a warning for each field of another mode than the one in force; `pages` without a selection is none. */
function unusedFields(parameters: Parameters): Warning[] {
  const { pages, ranges, chunk_size: chunkSize } = parameters;
  const mode = modeOf(parameters);
  const unused = {
    pages: pages.kind !== "all" && mode !== "pages",
    ranges: ranges !== undefined && mode !== "ranges",
    chunk_size: chunkSize !== undefined && mode !== "chunks",
  };
  return Object.entries(unused).flatMap(([name, isUnused]) =>
    isUnused ? [{ code: "unused_field", parameters: { name } }] : [],
  );
}

/** Returns the mode that is in force: the one that was asked for, or that of the fields that were given. */
function modeOf({ mode, ranges, chunk_size: chunkSize }: Parameters): NonNullable<Parameters["mode"]> {
  return mode ?? (ranges !== undefined ? "ranges" : chunkSize !== undefined ? "chunks" : "pages");
}

/**
 * Determines the division that the parameters ask for.
 * @throws Failure `page_out_of_range` also when nothing is selected, `too_many_pages`
 */
function divisionOf(file: UploadedFile, parameters: Parameters): Division {
  const { pages, ranges, chunk_size: chunkSize } = parameters;
  const mode = modeOf(parameters);
  if (mode === "bookmarks") {
    return { kind: "bookmarks" };
  }
  const division =
    mode === "ranges" && ranges !== undefined
      ? divide(file.pages, { kind: "ranges", list: ranges })
      : mode === "chunks" && chunkSize !== undefined
        ? divide(file.pages, { kind: "chunks", list: ALL_PAGES, chunkSize })
        : divide(file.pages, { kind: "pages", list: pages });
  if (division.parts.length === 0) {
    throw emptySelection(file.pages);
  }
  return division;
}

interface AllParts {
  readonly parts: readonly Part[];
  readonly warnings: readonly Warning[];
}

async function allParts(file: UploadedFile, parameters: Parameters, context: Context): Promise<AllParts> {
  const division = divisionOf(file, parameters);
  const { parts, warnings } =
    division.kind === "bookmarks"
      ? await partsByBookmarks(file, parameters, context)
      : { parts: division.parts, warnings: division.clipped ? [{ code: "pages_clipped" }] : [] };
  return { parts: uniqueNames(parts), warnings };
}

async function partsByBookmarks(file: UploadedFile, { password }: Parameters, context: Context): Promise<AllParts> {
  const entries = await context.engines.assembler.outlineStarts({ input: file.path, password, ...workOf(context) });
  const starts = entries.map(({ page }) => page).filter((page) => page <= file.pages);
  return {
    parts: bookmarkParts(file.pages, starts),
    warnings: starts.length === 0 ? [{ code: "no_bookmarks" }] : [],
  };
}

interface Written extends Pick<Outcome, "result"> {
  /** The codes of what could not be kept. */
  readonly lost: Iterable<string>;
}

/** Writes the pages of all parts as one document. */
async function together(
  file: UploadedFile,
  parts: readonly Part[],
  { password }: Parameters,
  context: Context,
): Promise<Written> {
  const output = join(context.workspace, "split.pdf");
  const { warnings } = await context.engines.assembler.take({
    input: file.path,
    password,
    pages: parts.flatMap(({ pages }) => pages),
    maxBytes: context.limits.archiveBytes,
    output,
    ...workOf(context),
  });
  const result = { kind: "file", mediaType: "application/pdf", filename: "split.pdf", path: output } as const;
  return { result, lost: warnings };
}

/** Writes an archive with a document of each part. */
async function separately(
  file: UploadedFile,
  parts: readonly Part[],
  { password }: Parameters,
  context: Context,
): Promise<Written> {
  const documentName = parse(file.filename).name;
  const output = join(context.workspace, "split.zip");
  const written = context.engines.assembler.split({
    input: file.path,
    password,
    parts: parts.map(({ pages, name }) => ({ pages, name: `${documentName}_${name}.pdf` })),
    maxBytes: context.limits.archiveBytes,
    output,
    ...workOf(context),
  });
  const lost = new Set<string>();
  const pagesTotal = parts.reduce((sum, { pages }) => sum + pages.length, 0);
  let pagesDone = 0;
  for await (const { index, warnings } of written) {
    for (const code of warnings) {
      lost.add(code);
    }
    pagesDone += parts[index]?.pages.length ?? 0;
    context.progress(pagesDone, pagesTotal);
  }
  const filename = `${documentName}_split.zip`;
  return { result: { kind: "file", mediaType: "application/zip", filename, path: output }, lost };
}
