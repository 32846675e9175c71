import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosen } from "../../../../test/running/sampling.ts";
import { describeBlobStore } from "../conformance/blob-store.ts";
import { s3SettingsFor, startS3Server } from "../testing/s3-server.ts";
import { openS3Blobs } from "./s3-blobs.ts";

for (const prefix of chosen(["", "quire/tests/"], [1])) {
  describeBlobStore(`blobs in an S3 store, with the prefix "${prefix}"`, async () => {
    const server = await startS3Server();
    const directory = await mkdtemp(join(tmpdir(), "quire-blobs-"));
    return {
      blobs: openS3Blobs(s3SettingsFor(server.port, { prefix })),
      directory,
      async close() {
        await server.remove();
        await rm(directory, { recursive: true });
      },
    };
  });
}
