import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Connection, type Content, formContent, jsonContent, type Request } from "./connection.ts";
import { type RunningService, startToKill } from "./running-service.ts";
import { type Call, canTrace, readSystemCalls } from "./system-calls.ts";

/*
 * A killed process loses nothing of what it wrote; a power failure may. So the system calls of the service are watched:
 * whatever money or a job depends on must have been flushed to the disk (fsync, fdatasync) before the client is
 * answered.
 */

if (!canTrace) {
  console.warn("The proof that answers follow fsync is left out: there is no strace, or it may not watch processes.");
}

const ADMIN_KEY = `fsync-${crypto.randomUUID()}`;
const ROUNDS = 5;
const TRACE = ["-f", "--seccomp-bpf", "-qq", "-yy", "-s", "200", "-e", "signal=none"];
const CALLS = "trace=read,write,writev,sendto,pwrite64,fsync,fdatasync";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-fsync-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test.skipIf(!canTrace)("what costs, grants or promises is on disk before the client is answered", async () => {
  const trace = join(directory, "trace");
  const service = await startToKill({
    dataDirectory: join(directory, "data"),
    adminKey: ADMIN_KEY,
    runner: ["strace", ...TRACE, "-e", CALLS, "-o", trace],
  });
  const asked = await askAndStop(service ?? neverReady());
  const calls = readSystemCalls(await readFile(trace, "utf8"));
  const exchanges = exchangesOf(
    calls,
    asked.map(({ mark }) => mark),
  );
  const isSafe = ({ what }: Asked, index: number) =>
    isOnDisk(exchanges[index], calls, what === A_JOB ? "first" : "last");
  const unsafe = asked.filter((one, index) => !isSafe(one, index)).map(({ what }) => what);
  console.warn(`fsync: ${asked.length} answers watched, ${unsafe.length} of them not on disk before they were sent.`);
  expect(asked.length).toBe(ROUNDS * 6);
  expect(unsafe).toEqual([]);
});

async function askAndStop(service: RunningService): Promise<Asked[]> {
  try {
    const asked = await askAll(service);
    await service.stop();
    return asked;
  } finally {
    await service.kill();
  }
}

interface Asked {
  readonly what: string;
  /** A part of the request line that only this request has. */
  readonly mark: string;
}

/** Sends the requests whose effects must last, one after the other, each when nothing else is in work. */
async function askAll(service: RunningService): Promise<Asked[]> {
  using connection = new Connection(service.port);
  const asked: Asked[] = [];
  const unlock = await unlockForm();
  const ask = async (what: string, status: number, request: Omit<Request, "key">) => {
    const mark = `mark=${asked.length}-`;
    const path = `${request.path}${request.path.includes("?") ? "&" : "?"}${mark}`;
    const answer = await connection.send({ ...request, path, key: ADMIN_KEY });
    expect(answer, what).toMatchObject({ kind: "answered", status });
    asked.push({ what, mark });
    return answer.kind === "answered" ? answer : neverReady();
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask("a charge", 200, post(UNLOCK, unlock));
    await ask("a charge with Idempotency-Key", 200, post(UNLOCK, unlock, `sync-${round}`));
    const submitted = await ask(A_JOB, 202, post(`${UNLOCK}?async=true`, unlock));
    await untilFinal(connection, JSON.parse(submitted.body.toString("utf8")).job_id as string);
    const made = await ask("an account", 201, post("/api/v1/accounts", jsonContent({ name: "traced", credits: 5 })));
    const { account_id } = JSON.parse(made.body.toString("utf8")) as { account_id: string };
    const grant = jsonContent({ amount: 7, reason: "traced" });
    await ask("a grant", 200, post(`/api/v1/accounts/${account_id}/credits`, grant));
    await ask("a key", 201, post("/api/v1/keys", jsonContent({ name: "traced", account_id })));
  }
  return asked;
}

const post = (path: string, content: Content, idempotencyKey?: string) =>
  ({ method: "POST", path, content, idempotencyKey }) as const;

const A_JOB = "a job";
const UNLOCK = "/api/v1/pdf/remove-password";

async function unlockForm(): Promise<Content> {
  const content = await readFile(new URL("../fixtures/encrypted-aes-256-r6.pdf", import.meta.url));
  return formContent([
    { name: "password", value: "user" },
    { name: "file", content },
  ]);
}

/** Waits until the job has ended, so that no later fsync of the job is taken for another request's. */
async function untilFinal(connection: Connection, jobId: string): Promise<void> {
  const path = `/api/v1/jobs/${jobId}?wait=10`;
  for (;;) {
    const job = await connection.ask({ method: "GET", path, key: ADMIN_KEY }, 200);
    if (job["status"] === "complete") {
      return;
    }
    expect(["pending", "processing"]).toContain(job["status"]);
  }
}

/** The calls from the arrival of a request to the first byte of its answer. */
interface Span {
  readonly arrived: Call;
  readonly answered: Call;
}

function exchangesOf(calls: readonly Call[], marks: readonly string[]): (Span | undefined)[] {
  const onSockets = calls.filter(({ file }) => file.startsWith("TCP:"));
  return marks.map((mark) => {
    const arrived = onSockets.find(({ name, rest }) => name === "read" && rest.includes(mark));
    const answered = onSockets.find(
      ({ name, file, rest, began }) =>
        name !== "read" && file === arrived?.file && began > arrived.ended && rest.includes("HTTP/1.1 2"),
    );
    return arrived === undefined || answered === undefined ? undefined : { arrived, answered };
  });
}

/**
 * Returns whether what was written to the database's log for a request reached the disk before the answer was sent.
 * `last` means the last write, where a hold comes before the charge; `first` is meant for a job, which may be claimed,
 * by a separate transaction, while the 202 is on its way. An exchange that was not seen, or that wrote nothing, proves
 * nothing.
 */
function isOnDisk(span: Span | undefined, calls: readonly Call[], which: "first" | "last"): boolean {
  if (span === undefined) {
    return false;
  }
  const { arrived, answered } = span;
  const onLog = calls.filter(
    ({ file, began, ended }) => file.endsWith("/quire.db-wal") && began > arrived.ended && ended < answered.began,
  );
  const writes = onLog.filter(({ name }) => name === "pwrite64");
  const write = writes.at(which === "first" ? 0 : -1);
  return (
    write !== undefined &&
    onLog.some(
      ({ name, returned, began }) =>
        (name === "fsync" || name === "fdatasync") && returned === 0 && began > write.ended,
    )
  );
}

function neverReady(): never {
  throw new Error("The service was not ready.");
}
