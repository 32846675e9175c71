import { stat } from "node:fs/promises";
import { Failure } from "../../kernel/failure.ts";
import { InvalidContent } from "../../kernel/faults.ts";
import { type Work, withinTime } from "../../kernel/timing/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, answersOf, checkedAnswer } from "../pool/worker-calls.ts";
import type { ComposedTemplate, Composer } from "./port.ts";
import * as wire from "./wire.ts";

/**
 * The longest time of a worker that a template gets, in milliseconds, however much time its request has left: a
 * template is a caller's code.
 */
const TEMPLATE_TIME_MS = 2000;

/**
 * The limit of a template to check, in characters of JSON: with three bytes each, it fits into one line to a worker.
 */
const MAX_CHECKED_CHARACTERS = 5_000_000;

/** Creates a composer that works by @quire/documents in the workers of `pool`, which serve `documentMethods`. */
export function createComposer(pool: WorkerPool): Composer {
  return {
    text: ({ input, style, ...job }) =>
      compose(pool, wire.TEXT, { job, inputs: [input], parameters: { maxBytes: job.maxBytes, style } }),

    markdown({ input, outputDirectory, maxBytes, signal, engineTime, isBackground, tenant, ...options }) {
      const job = { outputDirectory, signal, engineTime, isBackground, tenant };
      return compose(pool, wire.MARKDOWN, { job, inputs: [input], parameters: { maxBytes, options } });
    },

    report: ({ input, style, ...job }) =>
      compose(pool, wire.REPORT, { job, inputs: [input], parameters: { maxBytes: job.maxBytes, style } }),

    template: ({ input, variables, missing, locale, language, timezone, ...job }) =>
      withinTime(job, TEMPLATE_TIME_MS, (work) =>
        compose(pool, wire.TEMPLATE, {
          job: { ...job, ...work },
          inputs: [input, variables],
          parameters: { maxBytes: job.maxBytes, missing, locale, language, timezone },
        }),
      ),

    async checkTemplate({ snapshot, ...job }) {
      if (JSON.stringify(snapshot).length > MAX_CHECKED_CHARACTERS) {
        throw new Failure("document_too_complex", "The template and those that it names are too long together.");
      }
      await withinTime(job, TEMPLATE_TIME_MS, (work) =>
        withFaults(answerOf(pool, wire.CHECK_TEMPLATE, { parameters: { snapshot }, inputs: [], work })),
      );
    },
  };
}

interface ComposeCall<Parameters> {
  readonly job: { readonly outputDirectory: string } & Work;
  readonly inputs: readonly string[];
  readonly parameters: Parameters;
}

function compose<Parameters extends wire.ComposeParameters>(
  pool: WorkerPool,
  method: wire.ComposeMethod<Parameters>,
  { job, inputs, parameters }: ComposeCall<NoInfer<Parameters>>,
): Promise<ComposedTemplate> {
  const { outputDirectory } = job;
  const items = answersOf(pool, method, { parameters, inputs, outputDirectory, work: job });
  return withFaults(readComposition(items, parameters.maxBytes));
}

/** Reads an answer: sections, at least one, then the composition, and nothing more. */
async function readComposition(items: AsyncIterable<wire.ComposeItem>, maxBytes: number): Promise<ComposedTemplate> {
  const sections: string[] = [];
  let composition: wire.Composition | undefined;
  let sizeBytes = 0;
  for await (const item of items) {
    if (composition !== undefined || sections.length > wire.MAX_SECTIONS || sizeBytes > maxBytes) {
      throw nonsense("sections");
    }
    if ("path" in item) {
      sections.push(item.path);
      sizeBytes += (await stat(item.path)).size;
    } else {
      composition = item;
    }
  }
  if (composition === undefined || sections.length === 0) {
    throw nonsense("sections");
  }
  return { ...composition, sections };
}

/** Throws `InvalidContent` for a `validation_error`, whose facts list what is wrong in the content. */
async function withFaults<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "validation_error") {
      throw error;
    }
    const { faults } = checkedAnswer(wire.faultFacts, error.facts, "sections");
    throw new InvalidContent(faults.map(({ path, ...fault }) => ({ fault, path })));
  }
}
