import { stat } from "node:fs/promises";
import type { z } from "zod";
import { Failure } from "../../kernel/failure.ts";
import { InvalidContent } from "../../kernel/faults.ts";
import { type Work, withinTime, workOf } from "../../kernel/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer } from "../pool/worker-calls.ts";
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
      compose(pool, job, {
        method: wire.TEXT,
        inputs: [input],
        parameters: { maxBytes: job.maxBytes, style } satisfies z.input<typeof wire.textParameters>,
      }),

    markdown({ input, outputDirectory, maxBytes, signal, engineTime, isBackground, ...options }) {
      const job = { outputDirectory, maxBytes, signal, engineTime, isBackground };
      const parameters = { maxBytes, options } satisfies z.input<typeof wire.markdownParameters>;
      return compose(pool, job, { method: wire.MARKDOWN, inputs: [input], parameters });
    },

    report: ({ input, style, ...job }) =>
      compose(pool, job, {
        method: wire.REPORT,
        inputs: [input],
        parameters: { maxBytes: job.maxBytes, style } satisfies z.input<typeof wire.reportParameters>,
      }),

    template: ({ input, variables, missing, locale, timezone, ...job }) =>
      withinTime(job, TEMPLATE_TIME_MS, (work) =>
        compose(
          pool,
          { ...job, ...work },
          {
            method: wire.TEMPLATE,
            inputs: [input, variables],
            parameters: { maxBytes: job.maxBytes, missing, locale, timezone } satisfies z.input<
              typeof wire.templateParameters
            >,
          },
        ),
      ),

    async checkTemplate({ snapshot, ...job }) {
      if (JSON.stringify(snapshot).length > MAX_CHECKED_CHARACTERS) {
        throw new Failure("document_too_complex", "The template and those that it names are too long together.");
      }
      const answer = await withinTime(job, TEMPLATE_TIME_MS, (work) =>
        withFaults(pool.call<unknown>({ method: wire.CHECK_TEMPLATE, parameters: { snapshot }, inputs: [], work })),
      );
      checkedAnswer(wire.checkAnswer, answer, "sections");
    },
  };
}

interface ComposeCall {
  readonly method: string;
  readonly inputs: readonly string[];
  readonly parameters: object;
}

async function compose(
  pool: WorkerPool,
  { outputDirectory, maxBytes, ...job }: { readonly outputDirectory: string; readonly maxBytes: number } & Work,
  call: ComposeCall,
): Promise<ComposedTemplate> {
  const items = pool.stream<unknown>({ ...call, outputDirectory, work: workOf(job) });
  return withFaults(readComposition(items, maxBytes));
}

/** Reads an answer: sections, at least one, then the composition, and nothing more. */
async function readComposition(items: AsyncIterable<unknown>, maxBytes: number): Promise<ComposedTemplate> {
  const sections: string[] = [];
  let composition: wire.Composition | undefined;
  let sizeBytes = 0;
  for await (const item of items) {
    const section = wire.sectionAnswer.safeParse(item);
    if (composition !== undefined || sections.length > wire.MAX_SECTIONS || sizeBytes > maxBytes) {
      throw nonsense("sections");
    }
    if (section.success) {
      sections.push(section.data.path);
      sizeBytes += (await stat(section.data.path)).size;
    } else {
      composition = checkedAnswer(wire.compositionAnswer, item, "sections");
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
