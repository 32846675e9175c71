import { z } from "zod";
import { MEDIA_TYPES } from "../../kernel/media-type.ts";

/* The form in which a job's request is kept. */

export const filesSchema = z
  .array(
    z.object({
      filename: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      sizeBytes: z.int(),
      pages: z.int(),
      protection: z.enum(["none", "owner", "user"]),
      repaired: z.boolean(),
      pagesToRead: z.array(z.int()).exactOptional(),
    }),
  )
  .min(1);

export const contentSchema = z.object({
  file: z
    .object({
      source: z.string(),
      sentAs: z.string().exactOptional(),
      isText: z.boolean(),
      filename: z.string().nullable(),
      mediaType: z.enum(["text/html", "text/plain", "text/markdown", "application/json", "application/zip"]),
      sizeBytes: z.int(),
    })
    .nullable(),
  assets: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  template: z.object({ slug: z.string() }).exactOptional(),
});

export const schema = z.object({
  // Requests that were kept by versions without test mode lack this field.
  isTest: z.boolean().default(false),
  // Requests that were kept by versions that never charged more than was held at first lack this field.
  terms: z.object({ isFree: z.boolean(), paidCredits: z.int().min(0) }).exactOptional(),
  // What a synchronous request needs that is done by another node than the one that waits for it.
  handed: z.object({ quoted: z.int().min(0), engineTimeMs: z.number().min(0), acceptedAt: z.int() }).exactOptional(),
  /** The step that the job belongs to (W3C Trace Context), when the request was traced. */
  traceparent: z.string().exactOptional(),
  fields: z.record(z.string(), z.unknown()),
  warnings: z
    .array(z.object({ code: z.string(), parameters: z.record(z.string(), z.string()).exactOptional() }))
    .readonly(),
  files: z.union([filesSchema, contentSchema]),
});
