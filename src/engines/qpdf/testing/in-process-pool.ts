import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import type { Methods, PoolCall, WorkerPool } from "../../pool/protocol.ts";

/** Runs methods here instead of in a worker, for tests of adapters: same paths and items, no walls and no limits. */
export function inProcessPool(methods: Methods): WorkerPool {
  async function* stream<Item>(call: PoolCall): AsyncGenerator<Item, void, undefined> {
    call.work.signal.throwIfAborted();
    const method = methods[call.method];
    assert(method !== undefined, `there is a method ${call.method}`);
    const slot = await mkdtemp(join(tmpdir(), "quire-slot-"));
    try {
      const outputDirectory = join(slot, "out");
      await mkdir(outputDirectory);
      // As between two processes, only what JSON can say arrives.
      const parameters: unknown = JSON.parse(JSON.stringify(call.parameters));
      for await (const item of method({ parameters, inputs: call.inputs, outputDirectory })) {
        const arrived: Item = JSON.parse(JSON.stringify(await taken(item, outputDirectory, call)));
        yield arrived;
      }
    } finally {
      await rm(slot, { recursive: true });
    }
  }
  return {
    stream,
    async call<Item>(call: PoolCall): Promise<Item> {
      const items = await Array.fromAsync(stream<Item>(call));
      const [item] = items;
      assert(item !== undefined && items.length === 1, `${call.method} answers once`);
      return item;
    },
  };
}

async function taken(item: object, from: string, { outputDirectory }: PoolCall): Promise<object> {
  if (!("file" in item && typeof item.file === "string")) {
    return item;
  }
  assert(outputDirectory !== undefined, "a call of a method that names files says where they go");
  const { file, ...rest } = item;
  const path = join(outputDirectory, file);
  await rename(join(from, file), path);
  return { ...rest, path };
}
