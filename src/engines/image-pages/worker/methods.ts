import { join } from "node:path";
import { ImageDocument, ImageFault } from "@quire/image-pages";
import { Failure } from "../../../kernel/failure.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { served } from "../../pool/worker-method.ts";
import type { ImageLoss } from "../port.ts";
import { MAX_LOSSES, WRITE } from "../wire.ts";
import { imagesOf } from "./images-of.ts";
import { ScratchStreams } from "./scratch-streams.ts";

/** The methods of a worker with @quire/image-pages. */
export const imagePageMethods: Methods = served(WRITE, async function* (call) {
  const { file, layout, title, producer, pdfa, maxBytes, timeoutMs } = call.parameters;
  const time = new WorkTime(timeoutMs);
  const document = new ImageDocument(layout);
  const losses: ImageLoss[] = [];
  for (const source of call.inputs.keys()) {
    const codes = new Set<ImageLoss["code"]>();
    await ofSource(source, () => addImages(document, codes, { call, source, time }));
    losses.push(...[...codes].map((code) => ({ code, source })));
  }
  withFailures(() => {
    using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
    document.write(output, { title, producer, pdfa }, time.bounds());
  });
  yield { file, pages: document.pages, losses: losses.slice(0, MAX_LOSSES) };
});

interface Source {
  readonly call: MethodCall<{ readonly maxPixels: number }>;
  readonly source: number;
  readonly time: WorkTime;
}

/** Adds a page for each image of a file, and what is lost of them to `losses`. */
async function addImages(
  document: ImageDocument,
  losses: Set<ImageLoss["code"]>,
  { call, source, time }: Source,
): Promise<void> {
  const { inputs, outputDirectory, parameters } = call;
  const scratch = new ScratchStreams(outputDirectory);
  for await (const { image, hasMoreFrames } of imagesOf(inputs[source] ?? "", {
    maxPixels: parameters.maxPixels,
    scratch,
  })) {
    withFailures(() => time.bounds().look());
    for (const code of [...document.add(image), ...(hasMoreFrames ? (["frames_dropped"] as const) : [])]) {
      losses.add(code);
    }
  }
}

/** Runs `work`, and adds to a failure which source it is about. */
async function ofSource(source: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const failure =
      error instanceof ImageFault
        ? new Failure("unsupported_file_type", `The image cannot be decoded: ${error.message}.`, { cause: error })
        : error;
    throw failure instanceof Failure
      ? new Failure(failure.code, failure.message, { facts: { ...failure.facts, source }, cause: error })
      : failure;
  }
}
