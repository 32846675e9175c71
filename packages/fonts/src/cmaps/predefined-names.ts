/** The names of ISO 32000-2, table 116, except those of Identity; a name that ends in `*` exists with H and with V. */
const NAMES = `
GB-EUC-* GBpc-EUC-* GBK-EUC-* GBKp-EUC-* GBK2K-* UniGB-UCS2-* UniGB-UTF16-*
B5pc-* HKscs-B5-* ETen-B5-* ETenms-B5-* CNS-EUC-* UniCNS-UCS2-* UniCNS-UTF16-*
83pv-RKSJ-H 90ms-RKSJ-* 90msp-RKSJ-* 90pv-RKSJ-H Add-RKSJ-* EUC-* Ext-RKSJ-* * UniJIS-UCS2-* UniJIS-UCS2-HW-* UniJIS-UTF16-*
KSC-EUC-* KSCms-UHC-* KSCms-UHC-HW-* KSCpc-EUC-H UniKS-UCS2-* UniKS-UTF16-*
`;

export const PREDEFINED_NAMES: readonly string[] = NAMES.trim()
  .split(/\s+/)
  .flatMap((name) => (name.endsWith("*") ? [name.replace("*", "H"), name.replace("*", "V")] : [name]));

const known: ReadonlySet<string> = new Set(PREDEFINED_NAMES);

export const isPredefinedName = (name: string): boolean => known.has(name);
