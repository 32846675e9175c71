/** The parts of ISO 19005 with their conformance levels; part 4 has kinds instead of levels. */
export const FLAVOURS = ["1a", "1b", "2a", "2b", "2u", "3a", "3b", "3u", "4", "4e", "4f"] as const;
export type Flavour = (typeof FLAVOURS)[number];

/**
 * The standards of accessibility: ISO 14289-1 (PDF/UA-1), ISO 14289-2 (PDF/UA-2), and Well-Tagged PDF 1.0 with its
 * levels for accessibility and for reuse.
 */
export const ACCESSIBILITY_FLAVOURS = ["ua1", "ua2", "wt1a", "wt1r"] as const;
export type AccessibilityFlavour = (typeof ACCESSIBILITY_FLAVOURS)[number];

/** A set of requirements that a document is checked against. */
export type RuleFlavour = Flavour | AccessibilityFlavour;

export type Part = 1 | 2 | 3 | 4;

const PARTS: Readonly<Record<string, Part>> = { 1: 1, 2: 2, 3: 3, 4: 4, ua1: 2 };

/**
 * Returns the part of ISO 19005 that a flavour belongs to. For accessibility it is the part whose requirements on fonts
 * and languages are the same: PDF/UA-1 stands on ISO 32000-1 as part 2 does, PDF/UA-2 and Well-Tagged PDF on ISO
 * 32000-2 as part 4 does.
 */
export const partOf = (flavour: RuleFlavour): Part => PARTS[flavour] ?? PARTS[flavour.slice(0, 1)] ?? 4;

/** Returns whether a flavour is one of accessibility, which concerns the tags of all content. */
export const isAccessibility = (flavour: RuleFlavour): flavour is AccessibilityFlavour => /^[uw]/.test(flavour);

/** Returns whether a flavour is of level a, which requires tags (1a, 2a, 3a). */
export const hasTags = (flavour: RuleFlavour): boolean => /^[123]a$/.test(flavour);

/**
 * Returns whether a flavour is of level u or includes it, so that all text has Unicode values (2u, 2a, 3u, 3a, all of
 * part 4, and accessibility).
 */
export const hasUnicode = (flavour: RuleFlavour): boolean => /^[23][au]|^[4uw]/.test(flavour);
