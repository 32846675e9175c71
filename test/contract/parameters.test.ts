import { beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { expectFailure, type Fault, faults, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { type Check, checksOf } from "./parameter-checks.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS, type Parameter } from "./parameters.ts";
import { ask, type Change } from "./requests.ts";

/*
 * Every parameter of every operation: what is taken, what is refused, and how the refusal says so. A value is taken
 * where the request fails only at a later check (contract, section 2): that of the file, or that of the credits.
 */

const service = commonService();
const NO_FILE = Buffer.from("no document");
let poorKey = "";

beforeAll(async () => {
  poorKey = (await newClient(service(), 0)).key;
});

describe.each(Object.entries(FILE_PARAMETERS))("%s", (path, parameters) => {
  test.for(rowsOf(parameters))("%s", async ([, check]) => {
    const reply = await ask(service(), path, changeBy(check));
    judge(reply, check, (taken) => expectFailure(taken, 400, "unsupported_file_type"));
  });
});

describe.each(Object.entries(CONTENT_PARAMETERS))("%s", (path, parameters) => {
  test.for(rowsOf(parameters))("as a form: %s", async ([, check]) => {
    const reply = await ask(service(), path, changeBy(check));
    judge(reply, check, (taken) => expectFailure(taken, 402, "insufficient_credits"));
  });

  test.for(rowsOf(parameters).filter(([, check]) => isSingle(check)))("as JSON: %s", async ([, check]) => {
    const reply = await ask(service(), path, { ...changeBy(check), encoding: "json" });
    judge(reply, check, (taken) => expectFailure(taken, 402, "insufficient_credits"));
  });
});

function rowsOf(parameters: readonly Parameter[]): (readonly [says: string, check: Check])[] {
  return [...sampled(parameters.flatMap(checksOf), 45)].map((check) => [check.says, check] as const);
}

/** Returns whether the check can be sent as JSON, where each member has one value, which is not the empty text. */
const isSingle = ({ fields }: Check): boolean =>
  Object.values(fields).every((value) => typeof value === "string" && value !== "");

const changeBy = ({ fields, without = [] }: Check): Change => ({
  fields,
  without,
  key: poorKey,
  file: NO_FILE,
});

function judge(reply: Reply, { fields, fault }: Check, taken: (reply: Reply) => unknown): void {
  if (fault === undefined) {
    taken(reply);
    return;
  }
  expectFailure(reply, 422, "validation_error");
  const found = faults(reply);
  expect(found, JSON.stringify(found)).toHaveLength(1);
  const [first] = found as [Fault];
  expect([fault.type].flat()).toContain(first.type);
  expect([fault.name].flat().map((name) => ["body", name])).toContainEqual(first.loc.slice(0, 2));
  expect(first.msg).toMatch(/\S/);
  expect(first.ctx ?? {}).toMatchObject(fault.ctx ?? {});
  expect(typeof first.input === "string" ? first.input.length : 0).toBeLessThanOrEqual(MOST_INPUT_CHARACTERS);
  expect(repeatsSecret(reply, first, fields)).toBe(false);
}

const MOST_INPUT_CHARACTERS = 200;
/** A shorter one may stand in the words of a message by chance. */
const LEAST_SECRET_CHARACTERS = 6;

/** Returns whether the answer repeats a password. */
function repeatsSecret(reply: Reply, { input, loc }: Fault, fields: Check["fields"]): boolean {
  const name = String(loc[1]);
  if (!name.includes("password")) {
    return false;
  }
  const sent = String(fields[name] ?? "");
  return input !== undefined || (sent.length >= LEAST_SECRET_CHARACTERS && reply.body.toString().includes(sent));
}
