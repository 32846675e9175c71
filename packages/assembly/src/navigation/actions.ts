import { type Bounds, type CosValue, Dict, isName, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";

/** Returns what a destination becomes: itself, another one, or undefined when it leads nowhere. */
export type RewriteDestination = (destination: CosValue) => CosValue | undefined;

/**
 * Rewrites the destinations of the go-to actions (ISO 32000-2, 12.6.4.2) in an action and those that follow it
 * (12.6.2). Actions that lead nowhere are left out, the ones after them stay. Returns `value` itself when nothing
 * changes; undefined when nothing is left.
 */
export function rewrittenAction(
  value: CosValue,
  rewrite: RewriteDestination,
  assembly: Assembly,
): CosValue | undefined {
  const action = resolve(value);
  if (!(action instanceof Dict)) {
    return value;
  }
  const rewritten = action.has("Next") ? rewrittenChain(action, rewrite, assembly) : rewrittenGoTo(action, rewrite);
  return rewritten === action ? value : rewritten;
}

function rewrittenChain(action: Dict, rewrite: RewriteDestination, assembly: Assembly): Dict | undefined {
  const chain = chainOf(action, assembly.bounds);
  const left = chain.flatMap((one) => rewrittenGoTo(one, rewrite) ?? []);
  if (left.length === chain.length && left.every((one, index) => one === chain[index])) {
    return action;
  }
  return left.reduceRight<Dict | undefined>((next, one) => {
    const copy = one.copy();
    if (next === undefined) {
      copy.delete("Next");
    } else {
      copy.set("Next", assembly.add(next));
    }
    return copy;
  }, undefined);
}

function rewrittenGoTo(action: Dict, rewrite: RewriteDestination): Dict | undefined {
  const destination = action.raw("D");
  if (destination === undefined || !isName(action.get("S"), "GoTo")) {
    return action;
  }
  const rewritten = rewrite(destination);
  if (rewritten === destination) {
    return action;
  }
  return rewritten === undefined ? undefined : action.copy().set("D", rewritten);
}

/**
 * The maximum number of actions of a chain that are read: more than a user would wait for. A longer chain is cut when
 * it must be changed.
 */
const MAX_ACTIONS = 100;

/** Returns the actions in the order in which they are performed. */
function chainOf(first: Dict, bounds: Bounds): readonly Dict[] {
  const chain = new Set<Dict>();
  const collect = (raw: CosValue) => {
    bounds.step();
    const action = resolve(raw);
    if (action instanceof Dict && !chain.has(action) && chain.size < MAX_ACTIONS) {
      chain.add(action);
      const next = action.get("Next");
      for (const following of Array.isArray(next) ? next.slice(0, MAX_ACTIONS) : [next]) {
        collect(following);
      }
    }
  };
  collect(first);
  return [...chain];
}
