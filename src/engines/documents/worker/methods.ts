import { join } from "node:path";
import {
  type Composed,
  type ComposedWarning,
  checkTemplate,
  composeMarkdown,
  composeReport,
  composeText,
  fillTemplate,
} from "@quire/documents";
import { assert } from "../../../kernel/assert.ts";
import type { TemplateSnapshot } from "../../../kernel/template-snapshot.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { served } from "../../pool/worker-method.ts";
import {
  CHECK_TEMPLATE,
  type Composition,
  MARKDOWN,
  MAX_CONTENTS,
  MAX_MARGIN_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PARAMETER_CHARACTERS,
  MAX_SAID_CHARACTERS,
  MAX_SECTIONS,
  MAX_WARNINGS,
  REPORT,
  TEMPLATE,
  TEXT,
} from "../wire.ts";
import { tooComplex, withContentFailures } from "./content-failures.ts";
import { textOfFile } from "./content-text.ts";

/** The methods of a worker with @quire/documents. */
export const documentMethods: Methods = {
  ...served(TEXT, (call) => {
    const { maxBytes, style } = call.parameters;
    return written(call, maxBytes, () => composeText(textOfFile(inputOf(call)), style));
  }),

  ...served(MARKDOWN, (call) => {
    const { maxBytes, options } = call.parameters;
    return written(call, maxBytes, () => composeMarkdown(textOfFile(inputOf(call)), options));
  }),

  ...served(REPORT, (call) => {
    const { maxBytes, style } = call.parameters;
    return written(call, maxBytes, () => composeReport(textOfFile(inputOf(call)), style));
  }),

  ...served(TEMPLATE, (call) => {
    const { maxBytes, ...options } = call.parameters;
    return written(call, maxBytes, () => fillTemplate(snapshotOf(call), textOfFile(inputOf(call, 1)), options));
  }),

  ...served(CHECK_TEMPLATE, async function* ({ parameters: { snapshot } }) {
    await withContentFailures(() => checkTemplate(snapshot));
    yield { isChecked: true as const };
  }),
};

/** A composed document, with the additional parts of a template's document. */
type Made = Composed & Pick<Composition, "headerHtml" | "footerHtml">;

/** Writes the sections of a document as they are composed, yields the name of each, and at the end the composition. */
async function* written(
  { outputDirectory }: Pick<MethodCall, "outputDirectory">,
  maxBytes: number,
  compose: () => Made | Promise<Made>,
): AsyncGenerator<{ readonly file: string } | Composition, void, undefined> {
  const made = await withContentFailures(compose);
  const sections = made.sections[Symbol.iterator]();
  let remainingBytes = maxBytes;
  for (let number = 1; ; number++) {
    // Sections are composed on demand, which is work on the content as well.
    const next = await withContentFailures(() => sections.next());
    if (next.done === true) {
      break;
    }
    if (number > MAX_SECTIONS) {
      throw tooComplex("The document has more parts than the service takes.");
    }
    const file = `section-${number}.html`;
    remainingBytes -= writtenBytes(join(outputDirectory, file), next.value, remainingBytes);
    yield { file };
  }
  yield compositionOf(made);
}

function writtenBytes(path: string, html: string, maxBytes: number): number {
  using output = new WrittenFile(path, maxBytes);
  output.write(Buffer.from(html));
  return output.sizeBytes;
}

/**
 * Returns the composition of a document.
 * @throws Failure `document_too_complex` for one that the service would not accept
 */
function compositionOf({ title, author, language, headerHtml, footerHtml, ...made }: Made): Composition {
  if (made.contents.length > MAX_CONTENTS) {
    throw tooComplex(`The table of contents would have more than ${MAX_CONTENTS} entries.`);
  }
  if ([headerHtml, footerHtml].some((html = "") => html.length > MAX_MARGIN_CHARACTERS)) {
    throw tooComplex("The header or the footer is longer than the service takes.");
  }
  return {
    title: title?.slice(0, MAX_SAID_CHARACTERS),
    author: author?.slice(0, MAX_SAID_CHARACTERS),
    language: language?.slice(0, MAX_SAID_CHARACTERS),
    needsScript: made.needsScript,
    // A name that is longer than that of any heading is left without its page number.
    contents: made.contents
      .filter(({ target, place }) => Math.max(target.length, place.length) <= MAX_NAME_CHARACTERS)
      .map(({ target, place }) => ({ target, place })),
    warnings: made.warnings.slice(0, MAX_WARNINGS).map(warningOf),
    ...(made.isLandscape && { isLandscape: true }),
    headerHtml,
    footerHtml,
  };
}

const warningOf = ({ code, parameters }: ComposedWarning): Composition["warnings"][number] => ({
  code,
  ...(parameters !== undefined && {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, value.slice(0, MAX_PARAMETER_CHARACTERS)]),
    ),
  }),
});

function inputOf({ inputs }: Pick<MethodCall, "inputs">, index = 0): string {
  const input = inputs[index];
  assert(input !== undefined, "content is a file");
  return input;
}

/** Reads the template snapshot, which the service has written. */
function snapshotOf(call: Pick<MethodCall, "inputs">): TemplateSnapshot {
  const snapshot: TemplateSnapshot = JSON.parse(textOfFile(inputOf(call)));
  return snapshot;
}
