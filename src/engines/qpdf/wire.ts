import { z } from "zod";
import { fileMethod } from "../pool/worker-method.ts";
import type { NewProtection } from "./port.ts";

/* What the adapters and the methods of the worker say to each other. */

interface ChangeEncryptionParameters {
  readonly password: string;
  readonly protection?: NewProtection | undefined;
}

export const CHANGE_ENCRYPTION = fileMethod<ChangeEncryptionParameters>("qpdf.change-encryption").answering(
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
