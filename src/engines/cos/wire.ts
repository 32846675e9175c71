import { z } from "zod";
import { fileMethod, workerMethod } from "../pool/worker-method.ts";

/* What the adapter and the methods of the worker say to each other. */

interface InspectParameters {
  readonly password?: string | undefined;
}

const length = z.number().positive();

export const INSPECT = workerMethod<InspectParameters>("cos.inspect").answering(
  "facts",
  z.object({
    pages: z.int().min(1),
    protection: z.enum(["none", "owner", "user"]),
    repaired: z.boolean(),
    firstPage: z.object({ widthPt: length, heightPt: length }).nullable(),
  }),
);

interface UnlockParameters {
  readonly password: string;
}

export const UNLOCK = fileMethod<UnlockParameters>("cos.unlock").answering(
  "documents",
  z.object({ path: z.string(), wasEncrypted: z.boolean() }),
);

export const MAX_DESTINATIONS = 10_000;

export const DESTINATIONS = workerMethod<object>("cos.destinations").answering(
  "facts",
  z.object({ destinations: z.array(z.tuple([z.string(), z.int().min(1)])).max(MAX_DESTINATIONS) }),
);
