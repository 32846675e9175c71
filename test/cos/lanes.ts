import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

export interface Lane<Item, Result> extends Disposable {
  judge(item: Item): Promise<Result>;
}

/**
 * Judges each item, as many at once as there are cores. Each of these parallel judges writes its files to paths that
 * begin with its `prefix`.
 */
export async function judgeInLanes<Item, Result>(
  items: readonly Item[],
  start: (prefix: string) => Lane<Item, Result>,
): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), "quire-lanes-"));
  const results: Result[] = [];
  const queue = [...items];
  const judgeQueued = async (_: unknown, index: number) => {
    using lane = start(join(directory, `${index}`));
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      results.push(await lane.judge(item));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }).map(judgeQueued));
  await rm(directory, { recursive: true });
  return results;
}
