import type { FileOperation } from "./operation.ts";
import { pdfToImage } from "./pdf-to-image/pdf-to-image.ts";
import { removePassword } from "./remove-password/remove-password.ts";

/** Every operation of the service: its API surface. */
export const operations: readonly FileOperation[] = [pdfToImage, removePassword];
