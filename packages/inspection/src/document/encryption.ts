import type { CosDocument, Dict, SecurityHandler } from "@quire/cos";
import type { EncryptionDescription, PermissionName } from "../description.ts";

/** Describes the protection of a document; null for one that has none. */
export function encryptionOf({ security }: CosDocument): EncryptionDescription | null {
  if (security === undefined) {
    return null;
  }
  const { version, revision, permissions, encryptsMetadata, openedAs } = security;
  return {
    ...methodOf(security),
    version,
    revision,
    needsUserPassword: !security.opensWithoutPassword,
    openedAs,
    encryptsMetadata,
    permissions: permissionsOf(permissions, revision),
  };
}

function methodOf({ version, encrypt }: SecurityHandler): Pick<EncryptionDescription, "method" | "keyBits"> {
  const filter = streamFilterOf(encrypt);
  if (version >= 4 && filter === "None") {
    return { method: "none", keyBits: 0 };
  }
  if (version === 5) {
    return { method: "AES", keyBits: 256 };
  }
  if (version === 4) {
    return { method: filter === "AESV2" ? "AES" : "RC4", keyBits: 128 };
  }
  const bits = encrypt.integer("Length") ?? 40;
  return { method: "RC4", keyBits: version === 1 || bits < 40 || bits > 128 ? 40 : bits };
}

/** Returns the method of the crypt filter of streams (ISO 32000-2, 7.6.5); Identity is none. */
function streamFilterOf(encrypt: Dict): string | undefined {
  const name = encrypt.name("StmF") ?? "Identity";
  return name === "Identity" ? "None" : encrypt.dict("CF")?.dict(name)?.name("CFM");
}

/** Returns the rights of table 22. In revision 2 there are four bits, which stand for more. */
function permissionsOf(flags: number, revision: number): PermissionName[] {
  const has = (bit: number): boolean => (flags & (1 << (bit - 1))) !== 0;
  const isOld = revision < 3;
  const print = has(3);
  const modify = has(4);
  const copy = has(5);
  const annotate = has(6);
  const rights: readonly (readonly [PermissionName, boolean])[] = [
    ["print", print && (isOld || has(12))],
    ["print_low", print],
    ["copy", copy],
    ["modify", modify],
    ["annotate", annotate],
    ["fill_forms", annotate || (!isOld && has(9))],
    ["assemble", isOld ? modify : modify || has(11)],
    ["accessibility", isOld ? copy : copy || has(10)],
  ];
  return rights.flatMap(([name, isGranted]) => (isGranted ? [name] : []));
}
