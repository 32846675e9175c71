import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFiles } from "../../test/pdfa/corpus.ts";
import { verapdfProgram } from "../../test/pdfa/differential/verapdf.ts";
import { costOf } from "../measuring/process-cost.ts";

/** What veraPDF takes for documents of the corpus, in one process. */
export interface VerapdfCost {
  /** The documents by CPU second, without what the start takes. */
  readonly perSecond: number;
  /** The CPU seconds for its start with one document. */
  readonly startSeconds: number;
}

/**
 * Has veraPDF check the documents of the corpus under `root`, which our driver checks as well, in one process, and one of them in
 * another, whose time is the start. Returns undefined where veraPDF is not at hand.
 */
export async function verapdfCost(root: string, directory: string): Promise<VerapdfCost | undefined> {
  const program = verapdfProgram(root);
  const lines = (corpusFiles(root, "pdfa") ?? []).map(({ path, flavour }) => `${join(root, "pdfa", path)}\t${flavour}`);
  if (program === undefined || lines.length < 2) {
    return undefined;
  }
  const asking = async (asked: readonly string[]): Promise<number> => {
    const list = join(directory, "verapdf-list");
    writeFileSync(list, `${asked.join("\n")}\n`);
    // As ours, it is to work on one core: a collector of garbage beside it would count as well.
    const environment = { JAVA_TOOL_OPTIONS: "-XX:+UseSerialGC" };
    return (await costOf("bash", ["-c", '"$0" < "$1"', program, list], environment)).cpuSeconds;
  };
  // The first call may set it up.
  await asking(lines.slice(0, 1));
  const startSeconds = await asking(lines.slice(0, 1));
  const cpuSeconds = await asking(lines);
  return { perSecond: (lines.length - 1) / (cpuSeconds - startSeconds), startSeconds };
}
