import type { Dict, ObjectSource } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";
import { isVersion, laterVersion } from "../version.ts";

/** Returns the latest version of the documents that objects are from, and of the catalog; at least 1.4. */
export function versionOfSources(sources: Iterable<ObjectSource>, catalog: Dict): string {
  const ofCatalog = catalog.name("Version");
  let latest = ofCatalog !== undefined && isVersion(ofCatalog) ? laterVersion("1.4", ofCatalog) : "1.4";
  for (const source of sources) {
    const version: unknown = "version" in source ? source.version : undefined;
    if (typeof version === "string" && isVersion(version)) {
      latest = laterVersion(latest, version);
    }
  }
  return latest;
}

/** Returns the earliest version of PDF that has the encryption (ISO 32000-2, tables 20 and 21). */
export function versionOfSecurity(security: SecurityHandler): string {
  switch (security.version) {
    case 1:
      return "1.1";
    case 2:
    case 3:
      return "1.4";
    case 4:
      return usesAes(security) ? "1.6" : "1.5";
    default:
      // Revision 5 was an extension of 1.7, never a part of a standard.
      return security.revision >= 6 ? "2.0" : "1.7";
  }
}

function usesAes(security: SecurityHandler): boolean {
  const filters = security.encrypt.dict("CF");
  return [...(filters?.keys() ?? [])].some((name) => filters?.dict(name)?.name("CFM") === "AESV2");
}
