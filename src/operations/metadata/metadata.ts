import { join, parse } from "node:path";
import type { Warning } from "../../kernel/failure.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { count, object, text } from "../answer-schemas.ts";
import { type Context, fileOperation, type UploadedFile } from "../operation.ts";
import { answeredMetadata } from "./answered-metadata.ts";
import { conformanceSchema, metadataSchema } from "./metadata-schema.ts";
import { changesOf, schema } from "./parameters.ts";

export const metadata = fileOperation({
  name: "metadata",
  operationId: "edit_pdf_metadata",
  path: "/api/v1/pdf/metadata",
  scope: "pdf",
  workClass: "pdf",
  summary: "Read, change or remove the metadata of a PDF",
  description:
    "Changes the information dictionary and XMP together, so that both say the same. What is not sent stays; an empty " +
    "value removes. Without any change the answer is the metadata as JSON. Pages stay as they are, and so does the " +
    "protection; signatures do not hold for a changed document and are removed, which `X-Warnings` says. Claims of " +
    "PDF/A and PDF/UA stay and stay true, except with `strip`.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/pdf", "application/json"],
  answer: object({
    filename: text("Name of the uploaded file."),
    page_count: count("Number of pages of the document."),
    metadata: metadataSchema,
    conformance: conformanceSchema,
  }),
  parameters: schema,

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote: ([file]) => SIZE_TARIFF.credits(file.sizeBytes),

  async run([file], parameters, context) {
    const { password } = parameters;
    const changes = changesOf(parameters);
    const output = parameters.output ?? (changes === undefined ? "json" : "file");
    let path = file.path;
    let warnings: readonly Warning[] = [];
    if (changes !== undefined) {
      path = join(context.workspace, "changed.pdf");
      const { notes } = await context.engines.metadataEditor.write({
        input: file.path,
        password,
        output: path,
        changes,
        maxBytes: context.limits.archiveBytes,
        ...workOf(context),
      });
      warnings = notes.map((code) => ({ code }));
    }
    if (output === "json") {
      return { result: { kind: "json", value: await reported(file, path, password, context) }, warnings };
    }
    const filename = `${parse(file.filename).name}.pdf`;
    return { result: { kind: "file", mediaType: "application/pdf", filename, path }, warnings };
  },
});

/** Returns what the document at `path` says, which is the uploaded one or what became of it. */
async function reported(
  { filename, pages }: UploadedFile,
  path: string,
  password: string | undefined,
  context: Context,
): Promise<object> {
  const read = await context.engines.metadataEditor.read({ input: path, password, ...workOf(context) });
  return { filename, page_count: pages, metadata: answeredMetadata(read), conformance: read.claims };
}
