/*
 * Validates PDF/A documents one after another, in a separate process. Usage: pdfa-driver.ts <pdf or folder>… prints how
 * many documents there were, the CPU seconds that they took, and the peak memory of the process, in bytes.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Bounds } from "@quire/cos";
import { validate } from "@quire/pdfa";

const TIMEOUT_MS = 120_000;

const paths = process.argv.slice(2).flatMap((path) => (statSync(path).isDirectory() ? documentsIn(path) : [path]));
const before = process.cpuUsage();
for (const path of paths) {
  const file = readFileSync(path);
  // This is not a Buffer, whose subarrays are slower, and not a copy.
  validate(new Uint8Array(file.buffer, file.byteOffset, file.length), {
    bounds: new Bounds({ timeoutMs: TIMEOUT_MS }),
  });
}
const { user, system } = process.cpuUsage(before);
const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
console.log(`${paths.length} ${(user + system) / 1e6} ${peakKilobytes * 1024}`);

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .toSorted()
    .map((name) => join(folder, name));
}
