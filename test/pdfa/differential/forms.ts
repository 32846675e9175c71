import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dice } from "../../fuzz/dice.ts";
import { type CompactLayout, writeCompact } from "./compact-file.ts";
import type { PlainFile } from "./plain-file.ts";

/** How a file is written: objects one by one, in object streams, or by qpdf for viewing while it loads. */
export type Form = "plain" | "compact" | "linearized" | "linearized compact";

/** The forms that a run takes in turn; their number has no divisor in common with that of the mutations. */
export const FORMS: readonly Form[] = [
  "plain",
  "plain",
  "plain",
  "plain",
  "plain",
  "plain",
  "compact",
  "compact",
  "compact",
  "linearized",
  "linearized compact",
];

/** Returns a file in a form. It stays plain where qpdf does not read it. */
export function written(
  file: PlainFile,
  form: Form,
  dice: Dice,
): { readonly bytes: Uint8Array; readonly isOfForm: boolean } {
  if (form === "plain") {
    return { bytes: file.write(), isOfForm: false };
  }
  if (form === "compact") {
    return { bytes: writeCompact(file, compactLayout(dice)), isOfForm: true };
  }
  const bytes = linearized(file.write(), form === "linearized" ? "disable" : "generate");
  return { bytes: bytes ?? file.write(), isOfForm: bytes !== undefined };
}

const SOUND: CompactLayout = { objectStreams: {}, crossReference: {}, separator: " ", isCompressed: true };

/** Most files have nothing else changed, some are written in an unusual way, which may be wrong. */
function compactLayout(dice: Dice): CompactLayout {
  if (dice.chance(0.8)) {
    return SOUND;
  }
  return dice.pick<CompactLayout>([
    { ...SOUND, isCompressed: false },
    { ...SOUND, separator: "\n" },
    { ...SOUND, separator: " % comment\n" },
    { ...SOUND, objectStreams: { Extends: "1 0 R" } },
    { ...SOUND, objectStreams: { F: "(a.txt)" } },
    { ...SOUND, objectStreams: { Other: "<41 4>" } },
    { ...SOUND, crossReference: { Other: "<414>" } },
    { ...SOUND, crossReference: { DecodeParms: "<</Predictor 1>>" } },
    { ...SOUND, crossReference: { ID: "[<00>]" } },
    { ...SOUND, crossReference: { FFilter: "/FlateDecode" } },
  ]);
}

/** Linearizes a file by qpdf (7.0 and later, where it is there); undefined where it cannot. */
function linearized(bytes: Uint8Array, objectStreams: "disable" | "generate"): Uint8Array | undefined {
  const folder = mkdtempSync(join(tmpdir(), "quire-linearized-"));
  try {
    const [from, to] = [join(folder, "from.pdf"), join(folder, "to.pdf")];
    writeFileSync(from, bytes);
    const options = ["--static-id", "--stream-data=preserve", "--newline-before-endstream", "--no-warn"];
    const { status } = spawnSync("qpdf", [...options, "--linearize", `--object-streams=${objectStreams}`, from, to]);
    // 3 stands for warnings.
    return status === 0 || status === 3 ? readFileSync(to) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
