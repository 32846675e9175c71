import { useSyncExternalStore } from "react";
import type { Files, Values } from "./request.ts";
import type { Outcome } from "./run.ts";
import type { Source } from "./sources.ts";

/** A call as it was made: what was entered, and what came of it. */
export interface Call {
  readonly id: string;
  readonly operation: string;
  readonly path: string;
  readonly values: Values;
  readonly files: Files;
  /** Which of several sources was chosen, where one of them is sent. */
  readonly chosenSource: string | undefined;
  readonly sources: readonly Source[];
  /** What the call was estimated to cost, in words. */
  readonly estimate: string | undefined;
  readonly at: Date;
  readonly tookMs: number;
  readonly outcome: Outcome;
}

const MOST = 20;
const NONE: readonly Call[] = [];

/* The calls of this tab are in its memory alone, and belong to the key that made them: another key never sees them. */
let owner = "";
let calls: readonly Call[] = NONE;
const listeners = new Set<() => void>();

/** Keeps a call, and forgets the oldest one of too many. */
export function keepCall(apiKey: string, call: Call): void {
  calls = [call, ...(owner === apiKey ? calls : NONE)].slice(0, MOST);
  owner = apiKey;
  listeners.forEach((listener) => listener());
}

/** Returns the calls that a key has made in this tab, the last one first. */
export const useCalls = (apiKey: string): readonly Call[] =>
  useSyncExternalStore(subscribe, () => (owner === apiKey ? calls : NONE));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
