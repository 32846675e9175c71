import { type CosDocument, CosError } from "@quire/cos";
import { FLAVOURS, type Flavour } from "../flavours.ts";
import type { Claim } from "../report.ts";
import { identificationOf, textOf } from "./identification.ts";
import { unreadValue } from "./lenient.ts";
import { documentPacket } from "./metadata.ts";
import type { XmpPacket } from "./packet.ts";

/** Returns the claim of the document's XMP; null where it claims nothing that can be read. */
export function readClaim(document: CosDocument): Claim | null {
  try {
    const packet = documentPacket(document);
    return packet === undefined ? null : claimOf(packet);
  } catch (error) {
    if (error instanceof CosError) {
      return null;
    }
    throw error;
  }
}

function claimOf(packet: XmpPacket): Claim | null {
  const identification = identificationOf(packet);
  const part = textOf(identification?.part) ?? unreadValue(packet.unread, "pdfaid:part") ?? "";
  const conformance = textOf(identification?.conformance) ?? unreadValue(packet.unread, "pdfaid:conformance") ?? "";
  if (!/^\s*\d{1,3}\s*$/.test(part)) {
    return null;
  }
  const claimed = { part: part.trim(), conformance: conformance.trim().toUpperCase().slice(0, 20) || null };
  return { ...claimed, flavour: flavourOf(claimed.part, claimed.conformance) };
}

/**
 * Returns the flavour that is meant, or else the lowest one of the part, so that the check is close to what was meant.
 */
function flavourOf(part: string, conformance: string | null): Flavour | null {
  return named(part + (conformance ?? "").toLowerCase()) ?? named(`${part}b`) ?? named(part) ?? null;
}

const named = (name: string): Flavour | undefined => FLAVOURS.find((flavour) => flavour === name);
