import { z } from "zod";
import { fileMethod, type TimedParameters } from "../pool/worker-method.ts";
import { type Converter, PDFA_CHANGES, type PdfaChange } from "./port.ts";

/* What the adapter and the method of the worker say to each other. */

type ConvertJob = Parameters<Converter["convert"]>[0];

interface ConvertParameters
  extends Pick<ConvertJob, "password" | "target" | "attachments" | "substitutesFonts" | "maxBytes">,
    TimedParameters {}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the codes
const CODES = Object.keys(PDFA_CHANGES) as PdfaChange["code"][];

const change = z.object({
  code: z.enum(CODES),
  count: z.int().min(1),
  details: z.array(z.string().max(80)).max(20),
  places: z.array(z.object({ page: z.int().min(1).optional(), object: z.int().min(0).optional() })).max(10),
});

export const CONVERT = fileMethod<ConvertParameters>("conversion.convert").answering(
  "documents",
  z.object({ path: z.string(), pages: z.int().min(1), changes: z.array(change).max(CODES.length) }),
);
