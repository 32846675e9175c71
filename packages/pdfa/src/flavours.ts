/** The parts of ISO 19005 with their conformance levels; part 4 has kinds instead of levels. */
export const FLAVOURS = ["1a", "1b", "2a", "2b", "2u", "3a", "3b", "3u", "4", "4e", "4f"] as const;
export type Flavour = (typeof FLAVOURS)[number];

export type Part = 1 | 2 | 3 | 4;

const PARTS: Readonly<Record<string, Part>> = { 1: 1, 2: 2, 3: 3, 4: 4 };

export const partOf = (flavour: Flavour): Part => PARTS[flavour.slice(0, 1)] ?? 4;

/** Returns whether a flavour is of level a, which requires tags (1a, 2a, 3a). */
export const hasTags = (flavour: Flavour): boolean => flavour.endsWith("a");

/**
 * Returns whether a flavour is of level u or includes it, so that all text has Unicode values (2u, 2a, 3u, 3a, and all
 * of part 4).
 */
export const hasUnicode = (flavour: Flavour): boolean => /^[23][au]|^4/.test(flavour);
