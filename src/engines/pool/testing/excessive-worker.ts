import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import koffi from "koffi";
import type { MethodCall, Methods } from "../protocol.ts";
import { serveTasks } from "../worker-host.ts";

/*
 * A worker that a document has taken over, and that takes what it can get: memory, threads, files, room on the disk. Each
 * method ends when it has as much as it wanted, which no worker may have.
 */

const libc = koffi.load(null);
const map = libc.func("mmap", "void *", ["void *", "size_t", "int", "int", "int", "long"]);
const protect = libc.func("mprotect", "int", ["void *", "size_t", "int"]);
const fill = libc.func("memset", "void *", ["void *", "int", "size_t"]);
const symbol = libc.func("dlsym", "void *", ["void *", "string"]);
const createThread = libc.func("pthread_create", "int", ["void *", "void *", "void *", "void *"]);
const setStackSize = libc.func("pthread_attr_setstacksize", "int", ["void *", "size_t"]);
const initializeAttributes = libc.func("pthread_attr_init", "int", ["void *"]);

const MIB = 2 ** 20;
const WANTED_THREADS = 2000;
const WANTED_BYTES = 8 * 2 ** 30;
const WANTED_FILES = 100_000;
/** The time after which a worker has not been stopped. */
const UNSTOPPED_MS = 10_000;

const methods: Methods = {
  /** Makes threads that sleep, with small stacks. */
  async *threads() {
    const attributes = Buffer.alloc(128);
    initializeAttributes(attributes);
    setStackSize(attributes, 64 * 1024);
    const sleep = symbol(null, "pause");
    let threads = 0;
    while (threads < WANTED_THREADS && createThread(Buffer.alloc(8), attributes, sleep, null) === 0) {
      threads += 1;
    }
    await delay(threads < WANTED_THREADS ? 0 : UNSTOPPED_MS);
    yield { threads };
  },
  /** Fills memory and makes it read-only, piece by piece: RLIMIT_DATA counts what is writable. */
  async *readOnlyMemory() {
    const [READ, READ_WRITE, PRIVATE_ANONYMOUS] = [1, 3, 0x22];
    for (let bytes = 0; bytes < WANTED_BYTES; bytes += 64 * MIB) {
      const piece: unknown = map(null, 64 * MIB, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
      fill(piece, 1, 64 * MIB);
      protect(piece, 64 * MIB, READ);
      await delay(1);
    }
    yield {};
  },
  async *manyFiles({ outputDirectory }) {
    for (let file = 0; file < WANTED_FILES; file++) {
      closeSync(openSync(join(outputDirectory, String(file)), "w"));
    }
    await delay(UNSTOPPED_MS);
    yield {};
  },
  /** Makes files that are long and take no room. */
  async *sparseFiles(call) {
    for (let file = 0; file < 32; file++) {
      const descriptor = openSync(join(call.outputDirectory, String(file)), "w");
      ftruncateSync(descriptor, fileBytesOf(call));
      closeSync(descriptor);
    }
    await delay(UNSTOPPED_MS);
    yield {};
  },
  /** Hands over one file after the other. */
  *endlessResults(call) {
    for (let index = 0; index < 1000; index++) {
      const file = `result_${index}`;
      writeFileSync(join(call.outputDirectory, file), Buffer.alloc(fileBytesOf(call), 1));
      yield { file };
    }
  },
  /** Keeps results open after they have been handed over, and fills them again. */
  async *keptFiles(call) {
    const kept: number[] = [];
    for (let index = 0; index < 30; index++) {
      const file = `kept_${index}`;
      kept.push(openSync(join(call.outputDirectory, file), "w+"));
      yield { file };
    }
    await delay(100);
    for (const descriptor of kept) {
      writeSync(descriptor, Buffer.alloc(fileBytesOf(call), 1), 0, undefined, 0);
    }
    await delay(UNSTOPPED_MS);
    yield {};
  },
  /** Hands a result over, and changes it through a descriptor and a mapping that it kept. */
  *changedResult({ outputDirectory }) {
    const descriptor = openSync(join(outputDirectory, "result"), "w+");
    writeSync(descriptor, "before");
    const { ino } = fstatSync(descriptor);
    const [READ_WRITE, SHARED] = [3, 1];
    const mapping: unknown = map(null, 4096, READ_WRITE, SHARED, descriptor, 0);
    yield { file: "result", inode: ino };
    keptResult = { descriptor, mapping };
  },
  *changeAgain() {
    const { descriptor, mapping } = keptResult ?? { descriptor: -1, mapping: null };
    ftruncateSync(descriptor, 4096);
    writeSync(descriptor, "AFTER!", 0);
    fill(mapping, 0x41, 6);
    yield { changed: true };
  },
  *directory({ outputDirectory }) {
    mkdirSync(join(outputDirectory, "directory"));
    yield {};
  },
};

let keptResult: { readonly descriptor: number; readonly mapping: unknown } | undefined;

function fileBytesOf({ parameters }: MethodCall): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test is the only caller
  return (parameters as { readonly fileBytes: number }).fileBytes;
}

await serveTasks(methods);
