/*
 * Makes a document that shows a fault smaller, for found/. Usage: node test/fuzz/reduce.ts <pdf> <output> [<password>]
 * Parts are taken out; where that makes the fault disappear they are replaced by spaces, which leaves offsets as they
 * are.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Dice } from "./dice.ts";
import { examine } from "./examine.ts";

const [input, output, password] = process.argv.slice(2);
if (input === undefined || output === undefined) {
  throw new Error("Usage: reduce.ts <pdf> <output> [<password>]");
}
const WAYS_TO_WRITE = 12;
const SPACE = 0x20;

const whole = new Uint8Array(readFileSync(input));
const fault = faultOf(whole, undefined);
if (fault === undefined) {
  throw new Error(`${input} shows no fault.`);
}
console.log(fault);
const reduced = reduce(whole, fault);
writeFileSync(output, reduced);
console.log(`${whole.length} bytes, now ${reduced.length}`);

function reduce(bytes: Uint8Array, sought: string): Uint8Array {
  let smallest = bytes;
  for (let isSmaller = true; isSmaller; ) {
    const before = smallest;
    for (let length = 2 ** Math.floor(Math.log2(smallest.length)); length >= 1; length = Math.floor(length / 2)) {
      smallest = without(smallest, length, sought);
      smallest = blanked(smallest, length, sought);
    }
    isSmaller = smallest.length < before.length;
  }
  return smallest;
}

function without(bytes: Uint8Array, length: number, sought: string): Uint8Array {
  let kept = bytes;
  for (let start = 0; start < kept.length; ) {
    const shorter = new Uint8Array(Buffer.concat([kept.subarray(0, start), kept.subarray(start + length)]));
    if (faultOf(shorter, sought) === sought) {
      kept = shorter;
    } else {
      start += length;
    }
  }
  return kept;
}

function blanked(bytes: Uint8Array, length: number, sought: string): Uint8Array {
  let kept = bytes;
  for (let start = 0; start < kept.length; start += length) {
    if (kept.subarray(start, start + length).some((byte) => byte !== SPACE)) {
      const blank = new Uint8Array(kept).fill(SPACE, start, start + length);
      kept = faultOf(blank, sought) === sought ? blank : kept;
    }
  }
  return kept;
}

/**
 * Returns the first fault, whatever way of writing shows it; its numbers are masked, as they belong to a document that
 * becomes smaller.
 */
function faultOf(bytes: Uint8Array, sought: string | undefined): string | undefined {
  for (let way = 0; way < WAYS_TO_WRITE; way++) {
    const { kind, text } = examine(bytes, password, new Dice(way));
    const found = kind === "fault" ? text?.replaceAll(/\b\d+\b/g, "#") : undefined;
    if (found !== undefined && (sought === undefined || found === sought)) {
      return found;
    }
  }
  return undefined;
}
