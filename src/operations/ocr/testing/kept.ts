import { assert } from "../../../kernel/assert.ts";
import type { Checkpoints } from "../../operation.ts";

export interface TestCheckpoints extends Checkpoints {
  readonly parts: ReadonlyMap<string, { readonly value: unknown; readonly credits: number }>;
}

/** Makes checkpoints in memory, with what an earlier attempt has kept. Values go through JSON, as on disk. */
export function testCheckpoints(earlier: Readonly<Record<string, unknown>> = {}): TestCheckpoints {
  const parts = new Map(Object.entries(earlier).map(([name, value]) => [name, { value, credits: 0 }]));
  return {
    parts,
    read: (name) => Promise.resolve(parts.get(name)?.value),
    keep(name, value, credits) {
      assert(!parts.has(name), `part ${name} is kept once`);
      parts.set(name, { value: JSON.parse(JSON.stringify(value)) as unknown, credits });
      return Promise.resolve();
    },
  };
}

export const creditsIn = ({ parts }: Pick<TestCheckpoints, "parts">): object =>
  Object.fromEntries([...parts].map(([name, { credits }]) => [name, credits]));
