import { join } from "node:path";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { UNPACK, unpackedName } from "../wire.ts";
import { openArchive } from "./read-archive.ts";

/** The methods of a worker for archives. */
export const archiveMethods = served(UNPACK, async function* (call) {
  await using archive = await openArchive(onlyInput(call), call.parameters);
  for (const [index, { name, entry }] of archive.files.entries()) {
    const file = unpackedName(index + 1);
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other: there is one disk and one reader
    await archive.write(entry, join(call.outputDirectory, file));
    yield { name, file };
  }
});
