import { z } from "zod";
import { fileMethod } from "../pool/worker-method.ts";
import type { NewProtection } from "./port.ts";

/* What the adapters and the methods of the worker say to each other. */

interface EncryptParameters {
  readonly password: string;
  readonly protection: NewProtection;
}

export const ENCRYPT = fileMethod<EncryptParameters>("qpdf.encrypt").answering(
  "documents",
  z.object({ path: z.string(), wasEncrypted: z.boolean() }),
);

interface RewriteParameters {
  readonly password?: string | undefined;
}

export const REWRITE = fileMethod<RewriteParameters>("qpdf.rewrite").answering(
  "documents",
  z.object({ path: z.string(), warnings: z.array(z.string().max(400)).max(100) }),
);
