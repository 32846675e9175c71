import { z } from "zod";
import { PERMISSIONS } from "../../kernel/permissions.ts";

/*
 * The messages between the adapters and the methods of the worker. `file` is the name of the file to write, `path`
 * where the pool has put it.
 */

export const CHANGE_ENCRYPTION = "qpdf.change-encryption";

export const changeEncryptionParameters = z.object({
  file: z.string(),
  password: z.string(),
  protection: z
    .object({
      userPassword: z.string(),
      ownerPassword: z.string(),
      permissions: z.array(z.enum(PERMISSIONS)),
    })
    .optional(),
});

export const changeEncryptionAnswer = z.object({ path: z.string(), wasEncrypted: z.boolean() });

export const REWRITE = "qpdf.rewrite";

export const rewriteParameters = z.object({ file: z.string(), password: z.string().optional() });

export const rewriteAnswer = z.object({ path: z.string(), warnings: z.array(z.string().max(400)).max(100) });
