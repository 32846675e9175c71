import { randomBytes } from "node:crypto";
import { StartFailure } from "../start-failure.ts";
import type { Store } from "../store/store.ts";
import { DATABASE_ID_KEY } from "./blob-keys.ts";
import type { BlobStore } from "./blob-store.ts";

/** The name of the fact by which a database knows its own id. */
export const DATABASE_ID_FACT = "database-id";
const ID_BYTES = 16;

/**
 * Makes sure that the blobs of a store that several services can reach belong to this database, whose random id is kept
 * beside them from the first start on: each service removes what its own database does not know, and two of them would
 * remove each other's files. `place` names the store for the message, such as `s3://bucket/prefix/`.
 * @throws StartFailure when the blobs belong to another database, Failure `storage_unavailable`
 */
export async function claimBlobs(
  blobs: Pick<BlobStore, "read" | "put">,
  { store, place }: { readonly store: Pick<Store, "agree">; readonly place: string },
): Promise<void> {
  const id = await store.agree({ name: DATABASE_ID_FACT, value: randomBytes(ID_BYTES).toString("hex") });
  const kept = (await blobs.read(DATABASE_ID_KEY)) ?? (await putAndRead(blobs, id));
  if (kept.toString("utf8") !== id) {
    throw new StartFailure(
      `The files at ${place} belong to another database: each of the two services would remove those of the other. Set ` +
        "QUIRE_S3_PREFIX to a prefix of this service's own, or QUIRE_DATABASE_URL and QUIRE_DATA_DIR to the database that " +
        `the files are of. If that one is gone for good, delete the object ${place}${DATABASE_ID_KEY}; files that this ` +
        "database does not know are removed then.",
    );
  }
}

/** Puts the id, and reads what is there: another service may begin at the same moment. */
async function putAndRead(blobs: Pick<BlobStore, "read" | "put">, id: string): Promise<Buffer> {
  const bytes = Buffer.from(id, "utf8");
  await blobs.put(DATABASE_ID_KEY, { bytes });
  return (await blobs.read(DATABASE_ID_KEY)) ?? bytes;
}
