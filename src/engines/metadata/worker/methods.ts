import { join } from "node:path";
import { readDocumentMetadata, writeWithMetadata } from "@quire/metadata";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { READ, WRITE } from "../wire.ts";

/** The methods of a worker with @quire/metadata. */
export const metadataMethods: Methods = {
  ...served(READ, function* (call) {
    const { password, timeoutMs } = call.parameters;
    const reading = { input: onlyInput(call), password, scratchDirectory: call.outputDirectory, timeoutMs };
    const { document } = openReadable(reading);
    yield withFailures(() => readDocumentMetadata(document));
  }),
  ...served(WRITE, function* (call) {
    const { file, password, changes, maxBytes, timeoutMs } = call.parameters;
    const time = new WorkTime(timeoutMs);
    const reading = { input: onlyInput(call), password, scratchDirectory: call.outputDirectory, timeoutMs };
    const { document } = openReadable(reading);
    const notes = withFailures(() => {
      using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
      return writeWithMetadata(document, changes, output, time.bounds());
    });
    yield { file, notes: [...notes] };
  }),
};
