import { statSync } from "node:fs";
import { join } from "node:path";
import { workOf } from "../../kernel/work.ts";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer } from "../pool/worker-calls.ts";
import type { UnpackedFile, Unpacker } from "./port.ts";
import { UNPACK, unpackedFile, unpackedName } from "./wire.ts";

type UnpackCall = Parameters<Unpacker["unpack"]>[0];

/** Creates an adapter that unpacks archives in the workers of `pool`, which serve `archiveMethods`. */
export function createUnpacker(pool: WorkerPool): Unpacker {
  return { unpack: (job) => unpack(pool, job) };
}

async function* unpack(pool: WorkerPool, job: UnpackCall): AsyncGenerator<UnpackedFile, void, undefined> {
  const { input, maxFiles, maxBytes, outputDirectory } = job;
  const files = pool.stream<unknown>({
    method: UNPACK,
    parameters: { maxFiles, maxBytes },
    inputs: [input],
    outputDirectory,
    work: workOf(job),
  });
  const names = new Set<string>();
  let leftBytes = maxBytes;
  for await (const file of files) {
    const data = checkedAnswer(unpackedFile, file, "archives");
    if (names.has(data.name) || names.size === maxFiles) {
      throw nonsense("archives");
    }
    names.add(data.name);
    const sizeBytes = statSync(data.path).size;
    leftBytes -= sizeBytes;
    if (data.path !== join(outputDirectory, unpackedName(names.size)) || leftBytes < 0) {
      throw nonsense("archives");
    }
    yield { ...data, sizeBytes };
  }
}
