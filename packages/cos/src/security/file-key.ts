import type { EncryptionParameters, Opened } from "./encryption-dictionary.ts";
import { openRevision2To4 } from "./revision-2-to-4.ts";
import { openRevision5Or6 } from "./revision-5-or-6.ts";

/**
 * Tries one password, in the form it is stored in, as the user's and then as the owner's; undefined when it is neither.
 */
export const openWith = (parameters: EncryptionParameters, password: Uint8Array): Opened | undefined =>
  openAs(parameters, password, "user") ?? openAs(parameters, password, "owner");

/** Tries one password as the user's or as the owner's; undefined when it is not that one. */
export function openAs(
  parameters: EncryptionParameters,
  password: Uint8Array,
  as: "user" | "owner",
): Opened | undefined {
  const open = parameters.revision >= 5 ? openRevision5Or6 : openRevision2To4;
  return open(parameters, password, as);
}
