import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import type { Methods } from "../../pool/protocol.ts";
import { UNPACK, unpackedName, unpackParameters } from "../wire.ts";
import { openArchive } from "./read-archive.ts";

/** The methods of a worker for archives. */
export const archiveMethods: Methods = {
  async *[UNPACK]({ parameters, inputs, outputDirectory }) {
    const [input] = inputs;
    assert(input !== undefined && inputs.length === 1, "one archive is unpacked at a time");
    await using archive = await openArchive(input, unpackParameters.parse(parameters));
    for (const [index, { name, entry }] of archive.files.entries()) {
      const file = unpackedName(index + 1);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other: there is one disk and one reader
      await archive.write(entry, join(outputDirectory, file));
      yield { name, file };
    }
  },
};
