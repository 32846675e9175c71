import { Failure } from "../../kernel/failure.ts";
import type { CorrectJob, TranscribeJob, Transcriber } from "../vision.ts";
import type { Asking } from "./asking.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { correctText } from "./correction.ts";
import { createMeter, type Meter } from "./model-use.ts";
import { createPace } from "./pace.ts";
import { readPage } from "./page.ts";
import { createPersistence, type Persistence } from "./persistence.ts";
import type { VisionSettings } from "./settings.ts";

export interface TranscriberParts {
  /** What reaches the provider. Redirects come back as answers. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** 0 to 1, for the waits between tries. */
  readonly random?: () => number;
}

/** `settings`: the provider, or in a sentence why there is none, naming the setting. */
export function createTranscriber(
  settings: VisionSettings | { readonly reason: string },
  parts: TranscriberParts,
): Transcriber {
  return "reason" in settings ? withoutProvider(settings.reason) : withProvider(settings, parts);
}

function withProvider(
  settings: VisionSettings,
  { fetch, clock = systemClock, random = Math.random }: TranscriberParts,
): Transcriber {
  const { concurrency, pageTimeoutMs, models } = settings;
  const pace = createPace(settings, clock);
  const loadAsking = lazily(async () => {
    const { openAsking } = await import("./asking.ts");
    return openAsking(settings, { fetch, now: () => clock.now() });
  });

  /** A page's place, its time and its bill. */
  const inPlace = <Result>(
    { model, signal }: Pick<TranscribeJob | CorrectJob, "model" | "signal">,
    work: (persistence: Persistence, meter: Meter) => Promise<Result>,
  ): Promise<Result> =>
    pace.inPlace(signal, () => {
      const meter = createMeter(models[model].price);
      const parts = { loadAsking, pace, clock, random, pageTimeoutMs };
      return work(createPersistence(parts, { signal, meter }), meter);
    });

  return {
    unavailable: () => undefined,
    modelName: (model) => models[model].id,
    longEdgePx: () => settings.longEdgePx,
    pagesAtOnce: concurrency,
    transcribe: (job) =>
      inPlace(job, async (persistence, meter) => {
        const { blocks, ...page } = await readPage(job, persistence);
        const { text, language, isDoubted } = page;
        return { text, language, isDoubted, ...(blocks !== undefined && { blocks }), use: meter.use() };
      }),
    correct: (job) =>
      inPlace(job, async (persistence, meter) => ({
        text: await correctText(job, persistence),
        use: meter.use(),
      })),
  };
}

/** What failed to load is tried again. */
function lazily(load: () => Promise<Asking>): () => Promise<Asking> {
  let loaded: Promise<Asking> | undefined;
  return async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
}

function withoutProvider(reason: string): Transcriber {
  const unavailable = (): Failure => new Failure("engine_unavailable", reason);
  return {
    unavailable,
    modelName: () => "",
    longEdgePx: () => 1568,
    pagesAtOnce: 1,
    transcribe: () => Promise.reject(unavailable()),
    correct: () => Promise.reject(unavailable()),
  };
}
