import { channel } from "node:diagnostics_channel";

/*
 * What metrics and traces are told of the work, where it is done. Nothing happens where nobody listens: who works need not
 * know whether anybody does. Facts are ids of the service's own, words of bounded sets, counts and sizes; never anything of a
 * document, a key, or a name that a caller gave.
 */

export type StepKind =
  | "request"
  | "admission"
  | "operation"
  | "job"
  | "engine task"
  | "engine wait"
  | "store"
  | "s3 request"
  | "webhook";

export type StepFacts = Record<string, string | number | undefined>;

/** One step of the work, from its beginning to its end. */
export interface Step {
  readonly kind: StepKind;
  /** Facts are added until the step ends. */
  readonly facts: StepFacts;
  /** When it began, by the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  /** Whether nothing is run within it, so that it is no context for anything. */
  readonly runsNothing?: boolean;
  /** When it ended; undefined before. */
  endedMs?: number;
  /** What it failed with, when it failed. */
  error?: unknown;
}

const begun = channel("quire:step:begun");
const ended = channel("quire:step:ended");

/** The channel on which a step is told of when it begins; the step is what a store of AsyncLocalStorage is bound to. */
export { begun as begunSteps };

/** Runs a step of the work; what is begun within it belongs to it. */
export async function observed<Result>(
  kind: StepKind,
  facts: StepFacts,
  work: (facts: StepFacts) => Promise<Result>,
): Promise<Result> {
  if (!ended.hasSubscribers) {
    return await work(facts);
  }
  const step: Step = { kind, facts, startedMs: performance.now() };
  try {
    return await begun.runStores(step, () => work(facts));
  } catch (error) {
    endOf(step, error);
    throw error;
  } finally {
    endOf(step);
  }
}

/** Begins a step within which `next` is called, at once; returns the function that ends it. */
export function enterStep(kind: StepKind, facts: StepFacts, next: () => void): () => void {
  if (!ended.hasSubscribers) {
    next();
    return () => undefined;
  }
  const step: Step = { kind, facts, startedMs: performance.now() };
  begun.runStores(step, next);
  return () => endOf(step);
}

function endOf(step: Step, error?: unknown): void {
  if (step.endedMs === undefined) {
    step.error = error;
    step.endedMs = performance.now();
    ended.publish(step);
  }
}

/** Begins a step in which nothing else is begun; returns the function that ends it, with its error if it failed. */
export function beginStep(kind: StepKind, facts: StepFacts): (error?: unknown) => void {
  if (!ended.hasSubscribers) {
    return () => undefined;
  }
  const step: Step = { kind, facts, startedMs: performance.now(), runsNothing: true };
  begun.publish(step);
  return (error) => endOf(step, error);
}

let traceparentSource: (() => string | undefined) | undefined;

/** Sets what names the step that is under way in the form of the header `traceparent` (W3C Trace Context). */
export function setTraceparentSource(named: (() => string | undefined) | undefined): void {
  traceparentSource = named;
}

/** Returns the name of the step that is under way, for work that goes on elsewhere; undefined when nothing is traced. */
export const currentTraceparent = (): string | undefined => traceparentSource?.();

/** Calls the listener with each step that has ended, until it is disposed of. */
export const onStepEnded = (listener: (step: Step) => void): Disposable => subscribed(ended, listener);

/** Something that happened at one moment. */
export type Occurrence =
  /** What is tried again after it failed, for a passing reason. */
  | { readonly kind: "retry"; readonly of: "database" | "s3" | "webhook" }
  /** This process has renewed its lease, or found out that it had none any more, or could not ask. */
  | { readonly kind: "lease"; readonly outcome: "renewed" | "lost" | "failed" }
  /** Work of processes that are gone was taken over: leases that had ended, and jobs that were in work under them. */
  | { readonly kind: "takeover"; readonly leases: number; readonly jobs: number };

const occurrences = channel("quire:occurrence");

export function occurred(occurrence: Occurrence): void {
  if (occurrences.hasSubscribers) {
    occurrences.publish(occurrence);
  }
}

/** Calls the listener with everything that occurs, until it is disposed of. */
export const onOccurrence = (listener: (occurrence: Occurrence) => void): Disposable =>
  subscribed(occurrences, listener);

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of what the channel tells
function subscribed<Message>(source: ReturnType<typeof channel>, listener: (message: Message) => void): Disposable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this module alone publishes there
  const receive = (message: unknown): void => listener(message as Message);
  source.subscribe(receive);
  return {
    [Symbol.dispose]: () => {
      source.unsubscribe(receive);
    },
  };
}
