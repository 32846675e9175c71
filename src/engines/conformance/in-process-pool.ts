import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Methods, PoolCall, WorkerPool } from "../pool/protocol.ts";

/**
 * Creates a pool that runs methods in this process, each call in a separate directory, for tests of adapters without
 * processes. It confines nothing and ends nothing, so it must only read the tests' own documents.
 */
export function createInProcessPool(methods: Methods): WorkerPool {
  return {
    stream: <Item>(call: PoolCall) => stream(methods, call) as AsyncGenerator<Item, void, undefined>,
    async call<Item>(call: PoolCall): Promise<Item> {
      const [item, ...more] = await Array.fromAsync(stream(methods, call));
      if (item === undefined || more.length > 0) {
        throw new Error(`The method ${call.method} gave ${more.length} items too many, or none.`);
      }
      return item as Item;
    },
  };
}

async function* stream(methods: Methods, call: PoolCall): AsyncGenerator<object, void, undefined> {
  const { signal } = call.work;
  const method = methods[call.method];
  if (method === undefined) {
    throw new Error(`There is no method ${call.method}.`);
  }
  signal.throwIfAborted();
  const slot = await mkdtemp(join(tmpdir(), "quire-slot-"));
  try {
    const outputDirectory = join(slot, "out");
    await mkdir(outputDirectory);
    const inputs = await Promise.all(call.inputs.map((file, index) => given(file, join(slot, `${index}`))));
    // As over a socket, only what JSON can represent arrives.
    const parameters: unknown = JSON.parse(JSON.stringify(call.parameters));
    for await (const item of method({ parameters, inputs, outputDirectory })) {
      signal.throwIfAborted();
      yield await taken(JSON.parse(JSON.stringify(item)) as object, outputDirectory, call.outputDirectory);
    }
  } finally {
    await rm(slot, { recursive: true });
  }
}

async function given(file: string, path: string): Promise<string> {
  await copyFile(file, path);
  return path;
}

async function taken(item: object, from: string, to: string | undefined): Promise<object> {
  if (!("file" in item) || typeof item.file !== "string" || to === undefined) {
    return item;
  }
  const { file, ...rest } = item;
  const path = join(to, file);
  await rename(join(from, file), path);
  return { ...rest, path };
}
