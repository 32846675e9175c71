import { METADATA_NOTES } from "@quire/metadata/options";
import { z } from "zod";
import { fileMethod, type TimedParameters, workerMethod } from "../pool/worker-method.ts";
import type { DocumentMetadata, MetadataEditor } from "./port.ts";
import { documentMetadata } from "./wire-metadata.ts";

/* What the adapter and the methods of the worker say to each other. */

interface ReadParameters extends TimedParameters {
  readonly password?: string | undefined;
}

const metadata: z.ZodType<DocumentMetadata> = documentMetadata;

export const READ = workerMethod<ReadParameters>("metadata.read").answering("facts", metadata);

type WriteJob = Parameters<MetadataEditor["write"]>[0];

interface WriteParameters extends Pick<WriteJob, "password" | "changes" | "maxBytes">, TimedParameters {}

export const WRITE = fileMethod<WriteParameters>("metadata.write").answering(
  "documents",
  z.object({ path: z.string(), notes: z.array(z.enum(METADATA_NOTES)).max(METADATA_NOTES.length) }),
);
