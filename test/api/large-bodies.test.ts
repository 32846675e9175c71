import { describe, expect, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { type ContentOperation, SYNC_BODY_BYTES } from "../../src/operations/operation.ts";
import { send } from "./client.ts";
import { pageCount, withoutChromium } from "./html-to-pdf.ts";
import { type JobObject, resultOf, untilFinal } from "./jobs.ts";
import { encodeForm } from "./multipart.ts";
import { expectOk, json, type Reply } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 6: the four operations that print what they are sent become jobs by themselves above 5 MiB of body. */

const printing = operations.filter(
  (operation): operation is ContentOperation =>
    operation.kind === "content" && operation.path.startsWith("/api/v1/convert/"),
);

describe.skipIf(withoutChromium)("a large body", () => {
  const service = sharedService({ QUIRE_WORKERS: "1", QUIRE_OUTBOUND: "off" }, { keepsResults: true });

  /**
   * Sends the operation's example as JSON of exactly `sizeBytes`: blanks between its members count as much as any other
   * byte.
   */
  const sendExample = ({ path, example }: ContentOperation, sizeBytes: number, query = ""): Promise<Reply> => {
    const text = JSON.stringify(example);
    const blanks = " ".repeat(sizeBytes - Buffer.byteLength(text));
    const body = Buffer.from(`${text.slice(0, -1)}${blanks}}`);
    const headers = { "content-type": "application/json", "content-length": body.length };
    return send(service(), { method: "POST", path: `${path}${query}`, headers, body });
  };

  const expectJob = async (reply: Reply): Promise<void> => {
    expect([reply.status, reply.body.toString()]).toEqual([202, expect.stringContaining("exceeds the synchronous")]);
    const { job_id: id } = json(reply) as JobObject;
    expect(await untilFinal(service(), id)).toMatchObject({ status: "complete" });
    const result = expectOk(await resultOf(service(), id));
    expect([result.headers["content-type"], await pageCount(result.body)]).toEqual(["application/pdf", 1]);
  };

  test("there are operations that print", () => {
    expect(printing.map(({ name }) => name)).toEqual(expect.arrayContaining(["html-to-pdf", "text-to-pdf"]));
  });

  test.each(printing.map((operation) => [operation.name, operation] as const))(
    "of %s is worked on as a job, whatever `async` says",
    async (_, operation) => {
      await expectJob(await sendExample(operation, SYNC_BODY_BYTES + 1, "?async=false"));
      const atLimit = expectOk(await sendExample(operation, SYNC_BODY_BYTES, "?async=false"));
      expect(atLimit.headers["content-type"]).toBe("application/pdf");
    },
  );

  test("of from-template, which is none of them, is answered at once", async () => {
    const [operation] = operations.filter(({ name }) => name === "from-template");
    const isContent = operation?.kind === "content";
    const reply = isContent ? expectOk(await sendExample(operation, SYNC_BODY_BYTES + 1)) : undefined;
    expect(reply?.headers["content-type"]).toBe("application/pdf");
  });

  test("may be a form", async () => {
    const { contentType, body } = encodeForm([
      { name: "text", value: "A letter" },
      { name: "beside", content: Buffer.alloc(SYNC_BODY_BYTES), filename: "beside.bin" },
    ]);
    const headers = { "content-type": contentType, "content-length": body.length };
    const path = "/api/v1/convert/text-to-pdf?async=false";
    await expectJob(await send(service(), { method: "POST", path, headers, body }));
  });
});
