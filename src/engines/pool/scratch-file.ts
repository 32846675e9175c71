import { join } from "node:path";

let made = 0;

/**
 * Returns a new path in `directory` for a file that a worker needs during one task. The worker cannot remove it: every
 * file that takes room has a name in `out`, where the service counts it, until the service empties `out` after the task.
 */
export function scratchFile(directory: string, extension: string): string {
  made += 1;
  return join(directory, `scratch-${made}.${extension}`);
}
