/**
 * A set of flavours that share the number of a requirement: `"1"` is 1b and 1a, `"2"` is 2b, 2u and 2a, `"2u"` is 2u
 * and 2a, `"4"` is 4, 4e and 4f. The narrowest scope that is named counts; null excludes a flavour.
 */
export type Scope = "1" | "1a" | "2" | "2u" | "2a" | "3" | "3u" | "3a" | "4" | "4e" | "4f";

/** The clause of the part and the number of the test, such as `6.2.11.4.1-1`. */
export type RuleId = `${string}-${number}`;
