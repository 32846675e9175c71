import { randomBytes } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import type { S3Settings } from "../config/s3.ts";
import { StartFailure } from "../start-failure.ts";
import { resultKey } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";
import { openLocalBlobs } from "./local/local-blobs.ts";
import { openS3Blobs } from "./s3/s3-blobs.ts";
import { S3Trouble } from "./s3/s3-trouble.ts";
import { storageTrouble } from "./storage-trouble.ts";

/**
 * Opens the blobs of the service: in the S3 store where there are settings for one, else in the data directory. An S3
 * store is tried out: an object is put, read, listed and removed again.
 * @throws StartFailure, in one line, when the S3 store cannot be used; the error of the operating system otherwise
 */
export async function openBlobs(dataDirectory: string, s3: S3Settings | undefined): Promise<BlobStore> {
  if (s3 === undefined) {
    return await openLocalBlobs(dataDirectory);
  }
  const blobs = openS3Blobs(s3);
  try {
    await tryOut(blobs);
  } catch (error) {
    const trouble = storageTrouble(error)?.cause;
    if (trouble instanceof S3Trouble) {
      const what = `The bucket ${s3.bucket} of the S3 store ${s3.endpoint} cannot be used`;
      throw new StartFailure(`${what}: ${trouble.message}${adviceOn(trouble)}`, { cause: error });
    }
    throw error;
  }
  return blobs;
}

async function tryOut(blobs: BlobStore): Promise<void> {
  const key = resultKey(`start-${randomBytes(16).toString("hex")}`);
  const bytes = randomBytes(64);
  await blobs.put(key, { bytes });
  const read = await blobs.read(key);
  assert(read?.equals(bytes) === true, "the S3 store gives back what was put");
  await blobs.list("request-parts/");
  await blobs.remove([key]);
}

/** Returns a sentence, after a space, that says which settings to look at; empty where none is to blame. */
export function adviceOn({ code, status }: S3Trouble): string {
  switch (code) {
    case "NoSuchBucket":
      return " Make the bucket, or see QUIRE_S3_BUCKET, QUIRE_S3_ACCESS_KEY_ID and QUIRE_S3_SECRET_ACCESS_KEY.";
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return " See QUIRE_S3_ACCESS_KEY_ID and QUIRE_S3_SECRET_ACCESS_KEY.";
    case "AccessDenied":
      return " The access key needs the rights to get, put, list and delete objects, and to abort uploads.";
    case "RequestTimeTooSkewed":
      return " The clock of this machine is wrong.";
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "IllegalLocationConstraintException":
      return " See QUIRE_S3_REGION and QUIRE_S3_ENDPOINT.";
    default:
      return status === undefined ? " See QUIRE_S3_ENDPOINT." : "";
  }
}
