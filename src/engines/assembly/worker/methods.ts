import { join } from "node:path";
import { mergeDocuments, outlineStarts, PagePlan, SourceDocument, writeArranged, writePart } from "@quire/assembly";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable, type ReadableDocument } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { served } from "../../pool/worker-method.ts";
import { ARRANGE, MAX_TITLE_CHARACTERS, MAX_WARNINGS, MERGE, OUTLINE_STARTS, SPLIT, TAKE } from "../wire.ts";
import { applySteps } from "./apply-steps.ts";
import { writeStored } from "./stored-files.ts";

/** The methods of a worker with @quire/assembly. */
export const assemblyMethods: Methods = {
  ...served(MERGE, function* (call) {
    const { file, sources, bookmarks, information, maxBytes, timeoutMs } = call.parameters;
    assert(sources.length === call.inputs.length, "each source is a file");
    const time = new WorkTime(timeoutMs);
    const inputs = sources.map(({ password, title, pages }, index) => {
      const { source, reopen } = ofSource(index, () => openSource(call, { index, password, title, time }));
      return { source, pageIndices: pages?.map((page) => page - 1), reopen: () => ofSource(index, reopen) };
    });
    const options = { bookmarks, metadata: information, bounds: time.bounds() };
    const { warnings } = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return mergeDocuments(inputs, output, options);
    });
    yield { file, warnings: warnings.slice(0, MAX_WARNINGS).map(({ code, excerpt }) => ({ code, source: excerpt })) };
  }),

  ...served(TAKE, function* (call) {
    const { file, password, pages, maxBytes, timeoutMs } = call.parameters;
    const time = new WorkTime(timeoutMs);
    const { source, reopen } = openProtected(call, { index: 0, password, title: "", time });
    const { warnings } = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return writePart(source, { pageIndices: pages.map((page) => page - 1), reopen }, output, time.bounds());
    });
    yield { file, warnings: codesOf(warnings) };
  }),

  ...served(ARRANGE, function* (call) {
    const { file, password, steps, maxBytes, timeoutMs } = call.parameters;
    const time = new WorkTime(timeoutMs);
    const { source, reopen } = openSource(call, { index: 0, password, title: "", time });
    const plan = new PagePlan(source.pages);
    const ofSteps = applySteps(plan, steps);
    const { warnings } = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return writeArranged({ source, reopen }, plan, output, time.bounds());
    });
    // What is said of the document is said once, however many copies of pages it is true of.
    const ofDocument = [...new Set(codesOf(warnings))].map((code) => ({ code }));
    yield { file, warnings: [...ofSteps, ...ofDocument].slice(0, MAX_WARNINGS) };
  }),

  ...served(SPLIT, function* (call) {
    const { file, password, parts, maxBytes, timeoutMs } = call.parameters;
    const time = new WorkTime(timeoutMs);
    const { source, reopen } = openProtected(call, { index: 0, password, title: "", time });
    {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      for (const { pages, name } of parts) {
        const part = { pageIndices: pages.map((page) => page - 1), reopen };
        const { stored, written } = withFailures(() =>
          writeStored(output, name, (sink) => writePart(source, part, sink, time.bounds())),
        );
        yield { sizeBytes: stored.sizeBytes, crc32: stored.crc32, warnings: codesOf(written.warnings) };
      }
    }
    yield { file };
  }),

  ...served(OUTLINE_STARTS, function* (call) {
    const { password, timeoutMs } = call.parameters;
    const time = new WorkTime(timeoutMs);
    const { source } = openSource(call, { index: 0, password, title: "", time });
    const starts = withFailures(() => outlineStarts(source, time.bounds()));
    yield {
      starts: starts.map(({ pageIndex, title }) => ({
        page: pageIndex + 1,
        title: title.slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
      })),
    };
  }),
};

interface Input {
  /** The source's place among the files of the call. */
  readonly index: number;
  readonly password: string | undefined;
  readonly title: string;
  readonly time: WorkTime;
}

interface OpenSource extends Pick<ReadableDocument, "hasLostProtection"> {
  readonly source: SourceDocument;
  /** Opens the same file again. */
  readonly reopen: () => SourceDocument;
}

function openSource({ inputs, outputDirectory }: MethodCall, { index, password, title, time }: Input): OpenSource {
  const input = inputs[index];
  assert(input !== undefined, "the file was given");
  const opened = openReadable({ input, password, scratchDirectory: outputDirectory, timeoutMs: time.remainingMs });
  const { document, hasLostProtection } = opened;
  return {
    source: withFailures(() => new SourceDocument(document, title)),
    hasLostProtection,
    reopen: () => withFailures(() => new SourceDocument(opened.reopen(time.remainingMs), title)),
  };
}

/** Opens a document whose parts are protected as it is. */
function openProtected(call: MethodCall, input: Input): OpenSource {
  const opened = openSource(call, input);
  if (opened.hasLostProtection) {
    throw new Failure("invalid_pdf", "The document is too damaged for its protection to be kept.");
  }
  return opened;
}

const codesOf = (warnings: readonly { readonly code: string }[]): string[] =>
  warnings.slice(0, MAX_WARNINGS).map(({ code }) => code);

/** Runs `work`, and adds to a failure which source it is about. */
function ofSource<Result>(source: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) {
      throw new Failure(error.code, error.message, { facts: { ...error.facts, source }, cause: error });
    }
    throw error;
  }
}
