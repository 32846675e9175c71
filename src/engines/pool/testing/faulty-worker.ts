import { linkSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import koffi from "koffi";
import { Failure } from "../../../kernel/failure.ts";
import type { MethodCall, Methods } from "../protocol.ts";
import { serveTasks } from "../worker-host.ts";

/** A worker with one method for each fault that a document may cause, and a few that work. */
const methods: Methods = {
  *echo({ parameters, inputs }) {
    yield { parameters, inputs: inputs.map((path) => readFileSync(path, "utf8")) };
  },
  async *count(call) {
    const { items, delayMs = 0 } = parametersOf<{ items: number; delayMs?: number }>(call);
    for (let item = 1; item <= items; item++) {
      if (delayMs > 0) {
        await delay(delayMs);
      }
      yield { item };
    }
  },
  *pid() {
    yield { pid: process.pid, started: Math.round(performance.timeOrigin) };
  },
  *refuse() {
    yield { item: 1 };
    throw new Failure("wrong_password", "The password does not open the document.", { facts: { attempts: 2 } });
  },
  throw() {
    throw new TypeError("a bug");
  },
  /** Throws the error that sharp throws on a full disk. */
  meetFullDisk() {
    throw new Error("VipsTarget: write error\nunix error: No space left on device");
  },
  async *sleep(call) {
    await delay(parametersOf<{ sleepMs: number }>(call).sleepMs);
    yield {};
  },
  *spin() {
    yield { item: 1 };
    turnForever();
  },
  abort() {
    process.abort();
  },
  *readNull() {
    yield { item: koffi.decode(16n, "int") };
  },
  /** Crashes after two items for as long as its input says "crash". */
  *crashWhileAskedTo({ inputs: [path = ""], outputDirectory }) {
    for (const item of [1, 2, 3, 4]) {
      const file = `page_${item}.txt`;
      writeFileSync(join(outputDirectory, file), `page ${item}`);
      yield { item, file };
      if (item === 2 && readFileSync(path, "utf8") === "crash") {
        process.abort();
      }
    }
  },

  fillHeap() {
    const kept: object[] = [];
    for (;;) {
      kept.push(Array.from({ length: 1000 }, () => ({ a: kept.length })));
    }
  },
  fillBuffers() {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(64 * 2 ** 20, 1));
    }
  },
  /** Fills memory by C++ `new`, as PDFium and libqpdf use it, which throws std::bad_alloc where nothing catches it. */
  fillNativeMemory() {
    const allocate = koffi.load("libstdc++.so.6").func("_Znwm", "void *", ["size_t"]);
    const fill = koffi.load(null).func("memset", "void *", ["void *", "int", "size_t"]);
    for (;;) {
      fill(allocate(64 * 2 ** 20), 1, 64 * 2 ** 20);
    }
  },
  fillDisk({ outputDirectory }) {
    const descriptor = openSync(join(outputDirectory, "big"), "w");
    const chunk = Buffer.alloc(2 ** 20);
    for (;;) {
      writeSync(descriptor, chunk);
    }
  },
  *grow(call) {
    const { bytes } = parametersOf<{ bytes: number }>(call);
    grown.push(Buffer.alloc(bytes, 1));
    yield {};
  },

  *write(call) {
    const { file, text } = parametersOf<{ file: string; text: string }>(call);
    writeFileSync(join(call.outputDirectory, file), text);
    yield { file };
  },
  *name(call) {
    yield { file: parametersOf<{ file: unknown }>(call).file };
  },
  *nameTwice({ outputDirectory }) {
    for (const text of ["first", "second"]) {
      writeFileSync(join(outputDirectory, "page.txt"), text);
      yield { file: "page.txt" };
    }
  },
  *nameInput({ inputs: [path = ""], outputDirectory }) {
    linkSync(path, join(outputDirectory, "link"));
    yield { file: "link" };
  },
  *look() {
    yield { in: readdirSync("in"), out: readdirSync("out") };
  },
  *say(call) {
    writeSync(3, parametersOf<{ line: string }>(call).line);
    yield {};
  },
  /** Sends a line without an end. */
  sayTooMuch() {
    const chunk = Buffer.alloc(2 ** 20, "x");
    for (;;) {
      writeRaw(3, chunk, chunk.length);
    }
  },
  closeSocket() {
    closeDescriptor(3);
    turnForever();
  },
};

const grown: Buffer[] = [];
let turns = 0;

function turnForever(): never {
  for (;;) {
    turns++;
  }
}

const libc = koffi.load(null);
const writeRaw = libc.func("write", "long", ["int", "void *", "size_t"]);
const closeDescriptor = libc.func("close", "int", ["int"]);

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the tests are the only callers
function parametersOf<Parameters>(call: MethodCall): Parameters {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return call.parameters as Parameters;
}

await serveTasks(methods);
