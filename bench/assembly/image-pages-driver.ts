/*
 * Makes documents of images in one process, one task after another, as an engine process does. Started by `fork`; ends with
 * its parent.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bounds } from "../../packages/cos/src/index.ts";
import { ImageDocument } from "../../packages/image-pages/src/index.ts";
import { imagesOf } from "../../src/engines/image-pages/worker/images-of.ts";
import { ScratchStreams } from "../../src/engines/image-pages/worker/scratch-streams.ts";
import { intoFile } from "../measuring/write-all.ts";
import type { AssemblyCost, AssemblyTask } from "./assembly-driver.ts";

process.on("message", (task: AssemblyTask) => {
  void make(task).then((cost) => process.send?.(cost));
});

async function make({ inputs, output }: AssemblyTask): Promise<Pick<AssemblyCost, "elapsedMs" | "cpuSeconds">> {
  const directory = mkdtempSync(join(tmpdir(), "quire-bench-images-"));
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const document = new ImageDocument({ size: "fit", orientation: "auto", marginPt: 0, fit: "contain", dpi: 96 });
  const scratch = new ScratchStreams(directory);
  for (const input of inputs) {
    for await (const { image } of imagesOf(input, { maxPixels: 100_000_000, scratch })) {
      document.add(image);
    }
  }
  intoFile(output, (sink) => document.write(sink, { producer: "bench" }, new Bounds()));
  const { user, system } = process.cpuUsage(before);
  rmSync(directory, { recursive: true });
  return { elapsedMs: performance.now() - startedMs, cpuSeconds: (user + system) / 1e6 };
}
