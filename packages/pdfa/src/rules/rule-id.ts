/**
 * A set of flavours that share the number of a requirement: `"1"` is 1b and 1a, `"2"` is 2b, 2u and 2a, `"2u"` is 2u
 * and 2a, `"4"` is 4, 4e and 4f, `"ua2"` is PDF/UA-2 and both levels of Well-Tagged PDF, `"wt1"` is these two. The narrowest scope that is named counts; null excludes a flavour.
 */
export type Scope =
  | "1"
  | "1a"
  | "2"
  | "2u"
  | "2a"
  | "3"
  | "3u"
  | "3a"
  | "4"
  | "4e"
  | "4f"
  | "ua1"
  | "ua2"
  | "wt1"
  | "wt1a"
  | "wt1r";

/** The clause of the standard and the number of the test, such as `6.2.11.4.1-1`. */
export type RuleId = `${string}-${number}` | `Table 5. ${string}-${string}-${number}`;
