import { coverageSentence, scriptCoverage } from "../engines/typeset/script-coverage.ts";
import type { Check } from "./doctor-report.ts";

/** Checks which scripts the installed fonts can write. */
export function fontCheck(directories?: readonly string[]): Check {
  const coverage = scriptCoverage(directories);
  const isComplete = coverage.uncovered.length === 0;
  return {
    name: "Fonts",
    needed: false,
    state: isComplete ? "ready" : "degraded",
    detail: coverageSentence(coverage),
    ...(!isComplete && {
      remedy: "Fonts: the packages fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji cover all these scripts.",
    }),
  };
}
