import { statSync } from "node:fs";
import { join } from "node:path";
import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answersOf } from "../pool/worker-calls.ts";
import type { UnpackedFile, Unpacker } from "./port.ts";
import { UNPACK, unpackedName } from "./wire.ts";

type UnpackCall = Parameters<Unpacker["unpack"]>[0];

/** Creates an adapter that unpacks archives in the workers of `pool`, which serve `archiveMethods`. */
export function createUnpacker(pool: WorkerPool): Unpacker {
  return { unpack: (job) => unpack(pool, job) };
}

async function* unpack(pool: WorkerPool, job: UnpackCall): AsyncGenerator<UnpackedFile, void, undefined> {
  const { input, maxFiles, maxBytes, outputDirectory } = job;
  const files = answersOf(pool, UNPACK, {
    parameters: { maxFiles, maxBytes },
    inputs: [input],
    outputDirectory,
    work: job,
  });
  const names = new Set<string>();
  let leftBytes = maxBytes;
  for await (const file of files) {
    if (names.has(file.name) || names.size === maxFiles) {
      throw nonsense("archives");
    }
    names.add(file.name);
    const sizeBytes = statSync(file.path).size;
    leftBytes -= sizeBytes;
    if (file.path !== join(outputDirectory, unpackedName(names.size)) || leftBytes < 0) {
      throw nonsense("archives");
    }
    yield { ...file, sizeBytes };
  }
}
