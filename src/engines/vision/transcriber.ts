import { Failure } from "../../kernel/failure.ts";
import { type Clock, systemClock } from "../../kernel/timing/clock.ts";
import type { Asking } from "./asking.ts";
import { correctText } from "./correction.ts";
import { createMeter, type Meter } from "./model-use.ts";
import { readPage } from "./page.ts";
import type { CorrectJob, TranscribeJob, Transcriber } from "./port.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createRetryPolicy, type RetryPolicy } from "./retry-policy.ts";
import type { VisionSettings } from "./settings.ts";

export interface TranscriberDeps {
  /** The `fetch` that reaches the provider. Redirects come back as answers. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock?: Clock;
  /** Returns a number from 0 to 1, for the waits between tries. */
  readonly random?: () => number;
}

/**
 * Creates a transcriber. `settings` describes the provider, or says in a sentence why there is none, naming the
 * setting.
 */
export function createTranscriber(
  settings: VisionSettings | { readonly reason: string },
  deps: TranscriberDeps,
): Transcriber {
  return "reason" in settings ? withoutProvider(settings.reason) : withProvider(settings, deps);
}

function withProvider(
  settings: VisionSettings,
  { fetch, clock = systemClock, random = Math.random }: TranscriberDeps,
): Transcriber {
  const { concurrency, pageTimeoutMs, models } = settings;
  const rateLimiter = createRateLimiter(settings, clock);
  const loadAsking = lazily(async () => {
    const { openAsking } = await import("./asking.ts");
    return openAsking(settings, { fetch, now: () => clock.now() });
  });

  /** Runs `work` in a page's place, with its own time limit and meter. */
  const inPlace = <Result>(
    job: TranscribeJob | CorrectJob,
    work: (retryPolicy: RetryPolicy, meter: Meter) => Promise<Result>,
  ): Promise<Result> =>
    rateLimiter.inPlace(job, () => {
      const meter = createMeter(models[job.model].price);
      const deps = { loadAsking, rateLimiter, clock, random, pageTimeoutMs };
      return work(createRetryPolicy(deps, { signal: job.signal, meter }), meter);
    });

  return {
    unavailable: () => undefined,
    modelName: (model) => models[model].id,
    longEdgePx: () => settings.longEdgePx,
    pagesAtOnce: concurrency,
    transcribe: (job) =>
      inPlace(job, async (retryPolicy, meter) => {
        const { blocks, ...page } = await readPage(job, retryPolicy);
        const { text, language, isDoubted } = page;
        return { text, language, isDoubted, ...(blocks !== undefined && { blocks }), use: meter.use() };
      }),
    correct: (job) =>
      inPlace(job, async (retryPolicy, meter) => ({
        text: await correctText(job, retryPolicy),
        use: meter.use(),
      })),
  };
}

/** Returns a function that loads once; a load that failed is tried again. */
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
