import { randomInt } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** New identifiers: a word for what they name, and random characters of a-z0-9. */
export const newId = {
  account: (): string => `acc_${randomText(16)}`,
  key: (): string => `key_${randomText(16)}`,
  hold: (): string => `hold_${randomText(16)}`,
  /** The length is the published interface's (contract §6). */
  job: (): string => `job_${randomText(12)}`,
  template: (): string => `tpl_${randomText(16)}`,
  /** An address that events are sent to. */
  webhook: (): string => `whe_${randomText(16)}`,
  /** An event on its way to one address; the same in each attempt (`webhook-id`). */
  message: (): string => `msg_${randomText(24)}`,
  /** A process that works on requests and jobs, from its start to its end. */
  instance: (): string => `inst_${randomText(16)}`,
};
