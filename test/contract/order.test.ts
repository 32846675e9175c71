import { beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { emptyPages } from "../api/documents.ts";
import { fixture } from "../api/programs.ts";
import { errorBody, expectFailure, faults, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS } from "./parameters.ts";
import { ask, type Change } from "./requests.ts";

/*
 * The order of checks (contract, section 2), of every operation: a request that fails at two steps is answered with the
 * first of them.
 */

const service = commonService();
const keys = { poor: "", narrow: "" };

beforeAll(async () => {
  keys.poor = (await newClient(service(), 0)).key;
  keys.narrow = (await newClient(service(), 0, { scopes: ["account"] })).key;
});

interface Step {
  readonly step: number;
  readonly says: string;
  readonly change: (path: string) => Change;
  /** The status, the code and, of a fault, the beginning of its `loc`. */
  readonly answer: readonly [status: number, code: string, loc?: string];
}

const STEPS: readonly Step[] = [
  { step: 1, says: "a method that it has not", change: () => ({ method: "PUT" }), answer: [405, "method_not_allowed"] },
  { step: 2, says: "no key", change: () => ({ key: null }), answer: [401, "missing_api_key"] },
  {
    step: 3,
    says: "a key of another scope",
    change: () => ({ key: keys.narrow }),
    answer: [403, "insufficient_scope"],
  },
  {
    step: 5,
    says: "an Idempotency-Key of two words",
    change: () => ({ headers: { "idempotency-key": "two words" } }),
    answer: [422, "validation_error", "header,Idempotency-Key"],
  },
  {
    step: 6,
    says: "a body of another type",
    change: () => ({ headers: { "content-type": "text/csv" } }),
    answer: [422, "validation_error", "header,Content-Type"],
  },
  {
    step: 7,
    says: "a parameter that is wrong",
    change: (path) => ({ fields: wrongField(path) }),
    answer: [422, "validation_error", "body"],
  },
  {
    step: 9,
    says: "a file that is no document",
    change: () => ({ file: Buffer.from("no document") }),
    answer: [400, "unsupported_file_type"],
  },
  { step: 10, says: "no credits", change: () => ({ key: keys.poor }), answer: [402, "insufficient_credits"] },
];

/** Returns a field of the operation with a value that it does not take. */
function wrongField(path: string): Readonly<Record<string, string>> {
  const parameters = [...(FILE_PARAMETERS[path] ?? []), ...(CONTENT_PARAMETERS[path] ?? [])];
  const found = parameters.find(({ kind, needs }) => kind !== "text" && kind !== "pages" && needs === undefined);
  return found === undefined ? { re_encrypt_password: "x".repeat(128) } : { [found.name]: "no-such-value" };
}

/** Joins two changes; what the earlier step says of the key goes before. */
const both = (early: Change, late: Change): Change => ({
  ...late,
  ...early,
  headers: { ...late.headers, ...early.headers },
});

function answerOf(reply: Reply): readonly (number | string | undefined)[] {
  const { code } = errorBody(reply);
  return [reply.status, code, reply.status === 422 ? faults(reply)[0]?.loc.join(",") : undefined];
}

/** The checks of step 9, in their order, each with a document that fails at it. */
const DOCUMENTS: readonly (readonly [says: string, code: string, make: () => Buffer])[] = [
  ["empty", "empty_file", () => Buffer.alloc(0)],
  ["of another type", "unsupported_file_type", () => Buffer.from("no document")],
  ["not to be read", "invalid_pdf", () => Buffer.from("%PDF-1.7 and nothing else")],
  ["locked", "pdf_encrypted", () => fixture("locked-aes-256.pdf")],
  ["without the page", "page_out_of_range", () => emptyPages(1)],
];
const WITH_PAGES = Object.entries(FILE_PARAMETERS).flatMap(([path, parameters]) =>
  parameters.some(({ kind }) => kind === "pages") ? [path] : [],
);

describe.each(sampled(WITH_PAGES, 3))("step 9 of %s", (path) => {
  test.each(DOCUMENTS)(
    "a document that is %s fails at that, and before the page and the credits",
    async (_, code, make) => {
      const change = { file: make(), fields: { pages: "9" }, key: keys.poor };
      expectFailure(await ask(service(), path, change), 400, code);
    },
  );
});

test("what an operation needs at all comes after its document, and before the credits", async () => {
  const path = "/api/v1/ocr/extract/vision";
  const file = Buffer.from("no document");
  expectFailure(await ask(service(), path, { file, key: keys.poor }), 400, "unsupported_file_type");
  expectFailure(await ask(service(), path, { fields: { pages: "9" } }), 400, "page_out_of_range");
  expectFailure(await ask(service(), path, { key: keys.poor }), 503, "engine_unavailable");
});

const PATHS = [...Object.keys(FILE_PARAMETERS), ...Object.keys(CONTENT_PARAMETERS)];

describe.each(sampled(PATHS, 6))("%s", (path) => {
  // What content is shows only when it is printed, and reading by the simple engine costs nothing.
  const applies = ({ step }: Step): boolean =>
    (step !== 9 || path in FILE_PARAMETERS) && (step !== 10 || !path.endsWith("/simple"));
  const steps = STEPS.filter(applies);
  const pairs = steps.flatMap((early) =>
    steps.filter(({ step }) => step > early.step).map((late) => ({ early, late, says: early.says, and: late.says })),
  );

  test.each(pairs)("$says goes before $and", async ({ early, late }) => {
    const reply = await ask(service(), path, both(early.change(path), late.change(path)));
    const [status, code, loc] = early.answer;
    const [answered, answeredCode, answeredLoc] = answerOf(reply);
    expect([answered, answeredCode]).toEqual([status, code]);
    expect(answeredLoc ?? "").toContain(loc ?? "");
    expect(reply.headers["x-credits-charged"] ?? "0").toBe("0");
  });
});
