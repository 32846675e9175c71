import { resolve } from "node:path";
import type { FlagSettings } from "../platform/config/config.ts";

/** The data directory as the command line names it; without it QUIRE_DATA_DIR does. */
export interface DataDirectoryChoice {
  readonly dataDir?: string | undefined;
}

/**
 * Returns the setting that `--data-dir` gives. A relative path counts from the current directory, as paths on a command
 * line do; one in QUIRE_DATA_DIR counts from the root of the program, as it has no such directory.
 */
export const dataDirectoryFlag = ({ dataDir }: DataDirectoryChoice): FlagSettings =>
  dataDir === undefined ? {} : { QUIRE_DATA_DIR: { flag: "--data-dir", value: resolve(dataDir) } };
