import { z } from "zod";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that a document may have taken over.
 */

export const INSPECT = "cos.inspect";

export const inspectParameters = z.object({ password: z.string().optional() });

const length = z.number().positive();

export const inspectAnswer = z.object({
  pages: z.int().min(1),
  protection: z.enum(["none", "owner", "user"]),
  repaired: z.boolean(),
  firstPage: z.object({ widthPt: length, heightPt: length }).nullable(),
});

export const DESTINATIONS = "cos.destinations";
export const MAX_DESTINATIONS = 10_000;

export const destinationsAnswer = z.object({
  destinations: z.array(z.tuple([z.string(), z.int().min(1)])).max(MAX_DESTINATIONS),
});
