import { join, sep } from "node:path";
import { FONT_PACKAGES, fontFolderFault, serviceFontFiles } from "../engines/fonts/service-fonts.ts";
import { coverageSentence, scriptCoverage } from "../engines/typeset/script-coverage.ts";
import type { Check } from "./doctor-report.ts";

/** Reports which scripts the service's fonts can write, and whether `folder`, that of QUIRE_FONTS_DIR, can be used. */
export function fontCheck(folder: string | undefined, files = serviceFontFiles(folder)): Check {
  const about = { name: "Fonts", needed: folder !== undefined } as const;
  const fault = folder === undefined ? undefined : fontFolderFault(folder);
  if (fault !== undefined) {
    const detail = `QUIRE_FONTS_DIR: ${folder} ${fault}`;
    return {
      ...about,
      state: "unavailable",
      detail,
      remedy: "Fonts: correct the folder, or leave QUIRE_FONTS_DIR out.",
    };
  }
  const coverage = scriptCoverage(files);
  const isComplete = coverage.uncovered.length === 0;
  const isOwn = (path: string): boolean => folder !== undefined && path.startsWith(join(folder, sep));
  const own = folder === undefined ? "" : `, ${files.filter(isOwn).length} of them in ${folder}`;
  return {
    ...about,
    state: isComplete ? "ready" : "degraded",
    detail: `${files.length} files${own}; ${coverageSentence(coverage)}`,
    ...(!isComplete && {
      remedy: `Fonts: the packages ${FONT_PACKAGES.join(", ")} cover all these scripts. Other fonts of the machine are not used; QUIRE_FONTS_DIR can name a folder of further ones.`,
    }),
  };
}
