import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";

export type Log = Logger;

/**
 * Creates the log: lines of JSON on standard output, or on `destination`. Lines carry ids, sizes, counts and times,
 * never names, content, passwords or keys; the stack of an internal error is the only free text.
 */
export function createLog(level: Config["QUIRE_LOG_LEVEL"], destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
