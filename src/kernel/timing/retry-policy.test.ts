import { expect, test } from "vitest";
import { withRetries } from "./retry-policy.ts";

test("work is done until it succeeds, with the policy between", async () => {
  const order: string[] = [];
  let tries = 0;
  const work = async (): Promise<string> => {
    order.push(`try ${++tries}`);
    if (tries < 3) {
      throw new Error(`fault ${tries}`);
    }
    return "done";
  };
  const policy = async (error: unknown, failures: number): Promise<void> => {
    order.push(`${String(error)} ${failures}`);
  };
  expect(await withRetries(work, policy)).toBe("done");
  expect(order).toEqual(["try 1", "Error: fault 1 1", "try 2", "Error: fault 2 2", "try 3"]);
});

test("what the policy throws ends it", async () => {
  const fault = new Error("for good");
  const thrown = withRetries(
    () => Promise.reject(fault),
    async (error, failures) => {
      if (failures === 2) {
        throw error;
      }
    },
  );
  await expect(thrown).rejects.toBe(fault);
});
