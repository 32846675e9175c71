import { randomInt } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Makes new identifiers: a prefix that says what they name, and random characters of a-z0-9. */
export const newId = {
  account: (): string => `acc_${randomText(16)}`,
  key: (): string => `key_${randomText(16)}`,
  hold: (): string => `hold_${randomText(16)}`,
  /** Makes the id of a job; its length is the published interface's (contract §6). */
  job: (): string => `job_${randomText(12)}`,
  /** Makes the id of some pages of a job that other processes may do. */
  part: (): string => `part_${randomText(16)}`,
  template: (): string => `tpl_${randomText(16)}`,
  /** Makes the id of an address that events are sent to. */
  webhook: (): string => `whe_${randomText(16)}`,
  /** Makes the id of an event on its way to one address; it is the same in each attempt (`webhook-id`). */
  message: (): string => `msg_${randomText(24)}`,
  /** Makes the name of a process that works on requests and jobs, from its start to its end. */
  instance: (): string => `inst_${randomText(16)}`,
};
