import type { z } from "zod";
import type { Checkpoints } from "../operation.ts";

/**
 * Returns what is kept under `name`, or else what `ask` returns, which is then kept; the credits that `creditsFor`
 * returns for it are owed from then on. A part that does not have the schema's form counts as none.
 */
export async function fromCheckpoints<Value extends object>(
  checkpoints: Checkpoints,
  {
    name,
    schema,
    creditsFor,
  }: {
    readonly name: string;
    readonly schema: z.ZodType<Value>;
    readonly creditsFor: (value: Value) => number;
  },
  ask: () => Promise<Value>,
): Promise<Value> {
  const kept = await checkpoints.read(name);
  const parsed = schema.safeParse(kept);
  if (parsed.success) {
    return parsed.data;
  }
  const value = await ask();
  // A name is kept once: for a part that cannot be read any more, credits are owed already.
  if (kept === undefined) {
    await checkpoints.keep(name, value, creditsFor(value));
  }
  return value;
}
