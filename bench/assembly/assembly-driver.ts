/*
 * Merges in one process, one task after another, as an engine process does: each task is a message with
 * files on disk, and is answered with what it cost. Started by `fork`; ends with its parent.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { mergeDocuments, SourceDocument } from "../../packages/assembly/src/index.ts";
import { Bounds, CosDocument } from "../../packages/cos/src/index.ts";
import { intoFile } from "../measuring/write-all.ts";

export interface AssemblyTask {
  readonly inputs: readonly string[];
  readonly output: string;
}

export interface AssemblyCost {
  readonly elapsedMs: number;
  /** The user and system time of all threads of the process. */
  readonly cpuSeconds: number;
  /** The peak of resident memory since the process began. */
  readonly peakBytes: number;
}

process.on("message", (task: AssemblyTask) => {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  merge(task.inputs, task.output);
  const { user, system } = process.cpuUsage(before);
  const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  const cost: AssemblyCost = {
    elapsedMs: performance.now() - startedMs,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: peakKilobytes * 1024,
  };
  process.send?.(cost);
});

function merge(inputs: readonly string[], output: string): void {
  const bounds = new Bounds();
  const sources = inputs.map((input) => ({
    source: open(input, bounds),
    reopen: () => open(input, bounds),
  }));
  intoFile(output, (sink) => mergeDocuments(sources, sink, { bookmarks: "keep", bounds }));
}

function open(input: string, bounds: Bounds): SourceDocument {
  const file = readFileSync(input);
  // This is not a Buffer, whose subarrays are slower, and not a copy.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length);
  return new SourceDocument(CosDocument.open(bytes, { bounds }), basename(input, ".pdf"));
}
