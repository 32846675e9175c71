import { join, parse } from "node:path";
import { z } from "zod";
import { BOOKMARKS, type MergeSource } from "../../engines/assembly/port.ts";
import { Failure, type Warning } from "../../kernel/failure.ts";
import { parsePages, parseText } from "../../kernel/fields/field-values.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { optionalJsonList, optionalJsonTexts } from "../../kernel/fields/json-fields.ts";
import { asFailureOfFile } from "../../kernel/file-failure.ts";
import { unknownMember } from "../../kernel/nearest.ts";
import { type PageList } from "../../kernel/pages/page-list.ts";
import { type PageSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Files, fileOperation, type UploadedFile } from "../operation.ts";
import { outputFilename } from "../output-filename.ts";

const MAX_FILES = 200;
const INFORMATION = ["title", "author", "subject", "keywords"] as const;

const schema = z.object({
  pages: optionalJsonList<PageList>((raw) => parsePages(typeof raw === "number" ? String(raw) : raw), {
    items: { type: ["string", "null"] },
    maxItems: MAX_FILES,
    takes: 'a JSON list with one page list for each file, such as ["1-3,5", null]',
  })
    .meta({ examples: ['["1-3,5", null]'] })
    .describe(
      "The pages to take of each file: a JSON array with one page list for each file; null stands for all pages.",
    ),
  bookmarks: fields
    .choice({ values: BOOKMARKS, default: "keep" })
    .describe("The outline of the result: the outlines of all files, one entry for each file, or none."),
  passwords: optionalJsonList(parseText({ maxLength: 1024 }), {
    items: { type: ["string", "null"], format: "password" },
    maxItems: MAX_FILES,
    takes: 'a JSON list with one password for each file, such as [null, "PASSWORD"]',
  })
    .meta({ examples: ['[null, "secret"]'] })
    .describe("Passwords of the documents: a JSON array with one for each file; null for one that needs none."),
  password: documentPassword().describe("Password for every document that has none in `passwords`."),
  metadata: optionalJsonTexts(INFORMATION)
    .meta({ examples: ['{"title": "Annual report"}'] })
    .describe("Document information, instead of that of the first file: a JSON object."),
  output_filename: outputFilename({ default: "merged.pdf" }),
});
type Parameters = z.output<typeof schema>;

export const merge = fileOperation({
  name: "merge",
  operationId: "merge_pdfs",
  path: "/api/v1/pdf/merge",
  scope: "pdf",
  workClass: "pdf",
  summary: "Combine several PDFs into one",
  description:
    "Merges PDFs in the order in which they are sent. Outlines, links and named destinations, form fields, " +
    "structure, page labels, attachments and layers of every file are kept. The result is not encrypted.",
  accepts: ["application/pdf"],
  files: { min: 2, max: MAX_FILES },
  produces: ["application/pdf"],
  parameters: schema,
  perFile: ["pages", "passwords"],

  password: passwordOf,

  price: SIZE_TARIFF.price,
  quote(files, parameters) {
    selectPages(files, parameters);
    return SIZE_TARIFF.credits(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  },

  async run(files, parameters, context) {
    const selected = selectPages(files, parameters);
    const taken = selected.filter(({ pages }) => pages.length > 0);
    const output = join(context.workspace, "merged.pdf");
    const merging = context.engines.assembler.merge({
      sources: taken.map((file) => sourceFrom(file, parameters)),
      bookmarks: parameters.bookmarks,
      information: parameters.metadata?.values ?? {},
      maxBytes: context.limits.archiveBytes,
      output,
      ...workOf(context),
    });
    const { warnings } = await merging.catch((error: unknown) => {
      throw asFailureOfTaken(error, taken);
    });
    const lost = warnings.flatMap(({ code, source }) => warningOf(code, taken[source]?.index));
    return {
      result: { kind: "file", mediaType: "application/pdf", filename: parameters.output_filename, path: output },
      warnings: [...unknownMembers(parameters), ...selectionWarnings(selected), ...lost],
    };
  },
});

function passwordOf({ passwords, password }: Parameters, index: number): string | undefined {
  return passwords?.[index] ?? password;
}

/** A file and the pages that are taken of it. */
interface Selected extends PageSelection {
  readonly file: UploadedFile;
  /** The file's place among the files, from 0. */
  readonly index: number;
  readonly isWhole: boolean;
}

// This is the limit for all files, and a page counts as often as it is named.
const MAX_NAMED_PAGES = 10_000;

/**
 * Selects the pages of each file.
 * @throws Failure `page_out_of_range` also when there is nothing to merge, `too_many_pages`
 */
function selectPages(files: Files, { pages: lists }: Parameters): Selected[] {
  const selected = files.map((file, index): Selected => {
    const list: PageList = lists?.[index] ?? { kind: "all" };
    try {
      const selection = resolvePages(list, file.pages, { repeats: "kept", maxPages: MAX_NAMED_PAGES });
      return { ...selection, file, index, isWhole: list.kind === "all" };
    } catch (error) {
      throw asFailureOfFile(error, index, file.filename);
    }
  });
  if (selected.every(({ pages }) => pages.length === 0)) {
    throw new Failure("page_out_of_range", "The page lists do not select any page of any file.");
  }
  return selected;
}

function sourceFrom({ file, index, pages, isWhole }: Selected, parameters: Parameters): MergeSource {
  return {
    input: file.path,
    password: passwordOf(parameters, index),
    title: parse(file.filename).name,
    pages: isWhole ? undefined : pages,
  };
}

function asFailureOfTaken(error: unknown, taken: readonly Selected[]): unknown {
  const source = error instanceof Failure ? error.facts["source"] : undefined;
  const selected = typeof source === "number" ? taken[source] : undefined;
  return selected === undefined ? error : asFailureOfFile(error, selected.index, selected.file.filename);
}

const selectionWarnings = (selected: readonly Selected[]): Warning[] =>
  selected.flatMap(({ index, pages, clipped }) => [
    ...(pages.length === 0 ? warningOf("empty_selection", index) : []),
    ...(clipped ? warningOf("pages_clipped", index) : []),
  ]);

const warningOf = (code: string, index = 0): Warning[] => [{ code, parameters: { file: String(index + 1) } }];

const unknownMembers = ({ metadata }: Parameters): Warning[] =>
  (metadata?.unknown ?? []).map((name) => unknownMember(name, INFORMATION, "metadata"));
