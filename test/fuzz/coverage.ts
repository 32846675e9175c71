import { Session } from "node:inspector/promises";

/** A function, or a part of one that is executed separately from what surrounds it, as V8 reports branches. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly isFunction: boolean;
  readonly count: number;
}

/** The blocks of each script; nested blocks follow those around them. */
export type Blocks = Readonly<Record<string, readonly Block[]>>;

const SOURCE = "/packages/cos/src/";

/** Starts to count, and returns a function that ends it and returns the blocks of the package in this process. */
export async function countBlocks(): Promise<() => Promise<Blocks>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    session.disconnect();
    const scripts = result.filter(({ url }) => url.includes(SOURCE));
    return Object.fromEntries(
      scripts.map(({ url, functions }) => [
        url.slice(url.indexOf(SOURCE) + SOURCE.length),
        functions.flatMap(({ ranges }) =>
          ranges.map(({ startOffset, endOffset, count }, index) => ({
            start: startOffset,
            end: endOffset,
            isFunction: index === 0,
            count,
          })),
        ),
      ]),
    );
  };
}

export interface CoverageCount {
  readonly hit: number;
  readonly all: number;
}

/** The branches of all scripts that any of the processes executed, out of all that any of them had. */
export class Coverage {
  readonly #scripts = new Map<string, Map<string, { block: Block; isHit: boolean }>>();

  add(blocks: Blocks): void {
    for (const [script, found] of Object.entries(blocks)) {
      const known = this.#scripts.get(script) ?? new Map<string, { block: Block; isHit: boolean }>();
      this.#scripts.set(script, known);
      const counted = new Innermost(found);
      for (const block of found) {
        const key = `${block.start}-${block.end}`;
        known.set(key, { block, isHit: block.count > 0 || known.get(key)?.isHit === true });
      }
      // A block that V8 does not report ran as often as what is around it.
      for (const [key, { block, isHit }] of known) {
        if (!isHit && counted.countAt(block) > 0) {
          known.set(key, { block, isHit: true });
        }
      }
    }
  }

  get total(): CoverageCount {
    const all = [...this.byScript.values()];
    return { hit: sum(all.map(({ hit }) => hit)), all: sum(all.map((count) => count.all)) };
  }

  get byScript(): ReadonlyMap<string, CoverageCount> {
    return new Map(
      [...this.#scripts].map(([script, blocks]) => {
        const hit = [...blocks.values()].filter(({ isHit }) => isHit).length;
        return [script, { hit, all: blocks.size }];
      }),
    );
  }

  /** The branches that nothing executed, as offsets in each script. */
  get missed(): ReadonlyMap<string, readonly Block[]> {
    return new Map(
      [...this.#scripts].map(([script, blocks]) => [
        script,
        [...blocks.values()].filter(({ isHit }) => !isHit).map(({ block }) => block),
      ]),
    );
  }
}

class Innermost {
  readonly #blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
  }

  /** Returns how often the smallest block ran that contains all of `block`. */
  countAt({ start, end }: Block): number {
    let innermost: Block | undefined;
    for (const block of this.#blocks) {
      const holds = block.start <= start && block.end >= end;
      if (holds && (innermost === undefined || block.end - block.start <= innermost.end - innermost.start)) {
        innermost = block;
      }
    }
    return innermost?.count ?? 0;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
