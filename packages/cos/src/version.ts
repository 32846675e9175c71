/** Returns whether `text` is a version as headers and catalogs give it (ISO 32000-2, 7.5.2): "1.7". */
export const isVersion = (text: string): boolean => /^[1-9]\.[0-9]$/.test(text);

/** Returns the later one of two versions of PDF. A text that is not a version is earlier than every version. */
export const laterVersion = (one: string, other: string): string =>
  versionNumber(other) > versionNumber(one) ? other : one;

const versionNumber = (version: string): number => (isVersion(version) ? Number(version) : 0);
