const OPERATORS = {
  save: "q",
  restore: "Q",
  /** The operators that change the graphics state. */
  set: 'cm w J j M d ri i gs CS cs SC SCN sc scn G g RG rg K k Tc Tw Tz TL Tf Tr Ts TD "',
  path: "m l c v y h re",
  clip: "W W*",
  paint: "S s f F f* B B* b b* n",
  "begin-text": "BT",
  "end-text": "ET",
  "begin-marked": "BMC BDC",
  "end-marked": "EMC",
  "begin-compatibility": "BX",
  "end-compatibility": "EX",
  /** The operators that neither open nor close anything. */
  other: "Do Tj TJ ' Td Tm T* sh MP DP d0 d1",
} as const;

/** The effect of an operator on what is open (ISO 32000-2, annex A). */
export type Effect = keyof typeof OPERATORS;

const isEffect = (key: string): key is Effect => key in OPERATORS;

/** The effect of each operator; those of inline images are left out. */
export const EFFECTS: ReadonlyMap<string, Effect> = new Map(
  Object.entries(OPERATORS).flatMap(([effect, operators]) =>
    isEffect(effect) ? operators.split(" ").map((operator): [string, Effect] => [operator, effect]) : [],
  ),
);
