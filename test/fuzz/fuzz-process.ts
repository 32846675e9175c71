/*
 * Does the runs that its parent asks for, one at a time, and reports the result of each. It is a separate process so
 * that a run that never ends, or fills memory, can be killed. Asked for nothing more, it reports the branches that it
 * executed.
 */
import { type Blocks, countBlocks } from "./coverage.ts";
import type { Outcome } from "./examine.ts";
import { mutatedDocument } from "./mutate.ts";
import type { Seed } from "./seeds.ts";

export type Order =
  | { readonly kind: "seeds"; readonly seeds: readonly Seed[] }
  | { readonly kind: "run"; readonly run: number }
  | { readonly kind: "end" };

export type Answer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly run: number; readonly outcome: Outcome; readonly cpuSeconds: number }
  | { readonly kind: "blocks"; readonly blocks: Blocks };

const takeBlocks = await countBlocks();
// Imported after counting has begun: V8 reports no branches of what was compiled before.
const { examine } = await import("./examine.ts");
let seeds: readonly Seed[] = [];

process.on("message", (order: Order) => {
  switch (order.kind) {
    case "seeds":
      seeds = order.seeds;
      answer({ kind: "ready" });
      break;
    case "run":
      answer(run(order.run));
      break;
    case "end":
      void takeBlocks().then((blocks) => process.send?.({ kind: "blocks", blocks }, () => process.exit(0)));
      break;
  }
});

function run(number: number): Answer {
  const { bytes, seed, dice } = mutatedDocument(seeds, number);
  const before = process.cpuUsage();
  const outcome = examine(bytes, seed.password, dice);
  const { user, system } = process.cpuUsage(before);
  return { kind: "done", run: number, outcome, cpuSeconds: (user + system) / 1e6 };
}

const answer = (message: Answer): void => void process.send?.(message);
