import { useSyncExternalStore } from "react";
import type { Files, Values } from "./request.ts";
import type { Problem } from "../api/problem.ts";
import type { Answer } from "./send.ts";
import type { Source } from "./sources.ts";

/** How a call ended. */
export type Outcome =
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "cancelled" };

/** A call as it was made: what was entered. */
export interface MadeCall {
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
}

/** A call that has ended, and what came of it. */
export interface Call extends MadeCall {
  readonly tookMs: number;
  readonly outcome: Outcome;
}

const MOST = 20;
const NONE: readonly Call[] = [];

/*
 * The calls of this tab are in its memory alone, and belong to the key that made them: another key never sees them, and
 * what a key that has left is still answered is not kept.
 */
let owner = "";
let calls: readonly Call[] = NONE;
const listeners = new Set<() => void>();

/** Says which key the tab is used with; the calls of another one are forgotten. */
export function ownCalls(apiKey: string): void {
  if (owner !== apiKey) {
    owner = apiKey;
    calls = NONE;
    listeners.forEach((listener) => listener());
  }
}

/** Keeps a call of the key that the tab is used with, and forgets the oldest one of too many. */
export function keepCall(apiKey: string, call: Call): void {
  if (owner === apiKey) {
    calls = [call, ...calls].slice(0, MOST);
    listeners.forEach((listener) => listener());
  }
}

/** Returns the calls that a key has made in this tab, the last one first. */
export const useCalls = (apiKey: string): readonly Call[] =>
  useSyncExternalStore(subscribe, () => (owner === apiKey ? calls : NONE));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
