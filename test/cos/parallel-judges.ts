import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

export interface ParallelJudge<Item, Result> extends Disposable {
  judge(item: Item): Promise<Result>;
}

/**
 * Judges each item, as many at once as there are cores. Each of these parallel judges writes its files to paths that
 * begin with its `prefix`.
 */
export async function judgeInParallel<Item, Result>(
  items: readonly Item[],
  start: (prefix: string) => ParallelJudge<Item, Result>,
): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), "quire-judges-"));
  const results: Result[] = [];
  const queue = [...items];
  const judgeQueued = async (_: unknown, index: number) => {
    using judge = start(join(directory, `${index}`));
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      results.push(await judge.judge(item));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }).map(judgeQueued));
  await rm(directory, { recursive: true });
  return results;
}
