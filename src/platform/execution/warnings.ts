import type { Warning } from "../../kernel/failure.ts";

const MAX_WARNINGS = 20;
const MAX_VALUE_CHARACTERS = 64;

/** Returns the value of the X-Warnings header: a list of `code;param=value`, of bounded length. */
export function warningsHeader(warnings: readonly Warning[]): string {
  const shown = warnings
    .slice(0, MAX_WARNINGS)
    .map(({ code, parameters = {} }) =>
      [code, ...Object.entries(parameters).map(([name, value]) => `${name}=${headerValue(value)}`)].join(";"),
    );
  const more = warnings.length - shown.length;
  return [...shown, ...(more > 0 ? [`more;count=${more}`] : [])].join(", ");
}

/** Returns a token as it is and anything else quoted; what a header cannot hold becomes a question mark. */
function headerValue(text: string): string {
  const short = text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
  return /^[!#$%&'*+.^`|~\w-]+$/.test(short)
    ? short
    : `"${short.replace(/[^\x20-\x7e]/gu, "?").replace(/["\\]/g, "\\$&")}"`;
}

/** Returns the items of an X-Warnings header, as they are written there; none without the header. */
export const warningItems = (header: string | undefined): string[] =>
  header?.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g)?.map((item) => item.trim()) ?? [];
