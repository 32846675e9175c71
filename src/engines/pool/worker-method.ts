import type { z } from "zod";
import { assert } from "../../kernel/assert.ts";
import type { AnswerSubject } from "./invalid-answer.ts";
import type { Method, MethodCall, Methods } from "./protocol.ts";

/** Carries the type of the parameters; no value has this member. */
declare const givenParameters: unique symbol;

/**
 * A method of workers, stated once for both sides: the adapter calls it (`worker-calls.ts`), the worker serves it
 * (`served`). Its parameters come from the service itself, so their type is all that is said of them. Its items come from
 * a process that a document may have taken over, so the service holds each against a schema.
 */
export interface WorkerMethod<Parameters extends object, Item extends object> {
  readonly name: string;
  /** What the items are, for the failure that a wrong one is. */
  readonly about: AnswerSubject;
  /** What the adapter reads of an item. Of one that names a file it is given `path`, where the pool has moved the file. */
  readonly item: z.ZodType<Item>;
  readonly [givenParameters]?: Parameters;
}

/** Of a method whose work has a deadline of its own: an error of the worker costs less than its end. */
export interface TimedParameters {
  /** The time that the worker may take: less than until it is ended. */
  readonly timeoutMs: number;
}

/** Of a method that writes one file: the name to write it under, in the output directory. */
export interface FileParameters {
  readonly file: string;
}

/**
 * States the method `name`, which takes `Parameters`: values that JSON holds, and members that may be undefined. Its items
 * are reported by `answering`.
 */
export const workerMethod = <Parameters extends object>(name: string) => ({
  answering: <Item extends object>(about: AnswerSubject, item: z.ZodType<Item>): WorkerMethod<Parameters, Item> => ({
    name,
    about,
    item,
  }),
});

/** Declares a method as `workerMethod` does, which also writes one file: `callForFile` names it. */
export const fileMethod = <Parameters extends object>(name: string) => workerMethod<Parameters & FileParameters>(name);

/** An item as the worker yields it: a file is named as `file`, relative to the call's output directory. */
export type Yielded<Item> = Item extends { readonly path: string }
  ? Omit<Item, "path"> & { readonly file: string }
  : Item;

/** Makes the worker's half of `method`, for the process that serves it: `run` does the work of a call. */
export function served<Parameters extends object, Item extends object>(
  method: WorkerMethod<Parameters, Item>,
  run: (call: MethodCall<Parameters>) => Iterable<Yielded<Item>> | AsyncIterable<Yielded<Item>>,
): Methods {
  // Only calls of `method` come here, and the compiler has checked their parameters; declared as a method, `run` may be
  // more particular about them than whoever hands calls out.
  const half: { run(call: MethodCall): ReturnType<Method> } = { run };
  return { [method.name]: (call) => half.run(call) };
}

/** Returns the path of the file of a call that is given exactly one. */
export function onlyInput({ inputs }: Pick<MethodCall, "inputs">): string {
  const [input] = inputs;
  assert(input !== undefined && inputs.length === 1, "the method takes one file");
  return input;
}
