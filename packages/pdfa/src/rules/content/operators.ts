import { rule } from "../rule.ts";

/** The rules of ISO 19005-1, 6.2.10; ISO 19005-2 to -4, 6.2.2. */
export const operatorRules = [
  rule({
    key: "content-operator-unknown",
    on: "content-stream",
    ids: { "1": "6.2.10-1", "2": "6.2.2-1", "3": "6.2.2-1", "4": "6.2.2-1" },
    requirement: "Content streams have only operators that the PDF specification defines, also between BX and EX.",
    message: "A content stream has an operator that PDF does not define",
    hint: "Rewrite the content with a program that uses only the operators of the PDF specification. In a file that was sent as text or cut off, it is rubble: get the file again.",
    fix: "rewrite",
    conversion: "mends",
    test: ({ unknownOperators }) =>
      unknownOperators.length === 0 || {
        broken: unknownOperators.map((operator) => JSON.stringify(operator)).join(", "),
      },
  }),
];
