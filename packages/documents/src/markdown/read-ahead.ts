import { loadAllLanguages } from "./code/highlighter.ts";
import { readDiagramLibrary } from "./diagrams.ts";
import { readAllMathStyles } from "./math-styles.ts";
import { readAllPatterns } from "../typography/hyphenation.ts";

/**
 * Reads all files of this package's libraries that are otherwise read when a document needs them: languages and themes of
 * code, fonts of formulas, patterns of hyphenation, and the library of diagrams. It takes some seconds, and tens of megabytes of memory.
 */
export async function readAhead(): Promise<void> {
  readDiagramLibrary();
  readAllMathStyles();
  readAllPatterns();
  await loadAllLanguages();
}
