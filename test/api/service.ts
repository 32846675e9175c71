import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject } from "vitest";
import {
  entriesBelow,
  type OwnService,
  restingEntriesOf,
  type Service,
  type ServiceOptions,
  type Settings,
  startService,
} from "./running-service.ts";

export type { OwnService, Service, Settings } from "./running-service.ts";

const RESULT_FILE = /^results\/[0-9a-f]{32}$/;
/** The slots of workers: a worker that starts has its slot made again, which may be at any moment. */
const EMPTY_SLOT = /^(?:document-|ocr-)?slots\/slot-\d+(\/(in|out))?$/;

/**
 * Returns the service with the usual settings that runs beside all tests (test/running/services.ts). `key` is a key of
 * an account that only the calling file uses, with a million credits; the service's first account is used by no test.
 * No other file uses this service at the same time. When the file's tests are done, no file, hold or job of theirs may
 * be left.
 */
export function commonService({ keepsResults = false }: Pick<ServiceOptions, "keepsResults"> = {}): () => Service {
  let service: Service | undefined;
  let accountId = "";
  beforeAll(async () => {
    const common = commonOfThisWorker();
    const created = await ask(common, "POST", "/api/v1/accounts", { name: "Tests", credits: FILE_CREDITS });
    accountId = String(created["account_id"]);
    const { key } = await ask(common, "POST", "/api/v1/keys", {
      name: "Tests",
      account_id: accountId,
      scopes: ["*", "admin"],
    });
    service = { ...common, key: String(key), keepsResults, restingEntries: restingEntriesOf(common.dataDirectory) };
  });
  afterAll(async () => {
    if (service !== undefined) {
      await expectNothingLeftBehind(service);
      await expectNothingInWork(commonOfThisWorker(), accountId);
    }
  });
  return () => {
    if (service === undefined) {
      throw new Error("The service is known from the first test on.");
    }
    return service;
  };
}

const FILE_CREDITS = 1_000_000;

/**
 * Returns the service of this Vitest worker process. Each has one to itself, so that what one file leaves behind is
 * never taken for another's.
 */
function commonOfThisWorker(): Service {
  const services = inject("services");
  const service = services[(Number(process.env["VITEST_POOL_ID"]) - 1) % services.length];
  if (service === undefined) {
    throw new Error("No service runs for this project: see vitest.config.ts.");
  }
  return service;
}

/** Fails when a hold of the account or any job is still open. */
async function expectNothingInWork(service: Service, accountId: string): Promise<void> {
  const open = async () => {
    const { held } = await ask(service, "GET", `/api/v1/accounts/${accountId}`);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    const jobs = metrics.match(/^quire_jobs_(?:pending|processing) [1-9].*$/gm) ?? [];
    return { held, jobs };
  };
  const isIdle = ({ held, jobs }: Awaited<ReturnType<typeof open>>): boolean => held === 0 && jobs.length === 0;
  let found = await open();
  // A request that was cancelled last ends a moment after the answer.
  for (let attempt = 0; attempt < 100 && !isIdle(found); attempt += 1) {
    await sleep(100);
    found = await open();
  }
  expect(found, "what the last test left in work").toEqual({ held: 0, jobs: [] });
}

async function ask(
  { baseUrl, key }: Service,
  method: string,
  path: string,
  value?: unknown,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { "x-api-key": key, ...(value !== undefined && { "content-type": "application/json" }) },
    ...(value !== undefined && { body: JSON.stringify(value) }),
  });
  const text = await reply.text();
  expect(reply.ok, text).toBe(true);
  return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Starts one service with settings of the calling file for all of its tests. When they are done it must have kept no
 * file of theirs, and must end by itself.
 */
export function sharedService(settings: Settings, options: ServiceOptions = {}): () => OwnService {
  let service: OwnService | undefined;
  beforeAll(async () => {
    service = await startService({ QUIRE_WORKERS: "2", ...settings }, options);
  });
  afterAll(async () => {
    if (service !== undefined) {
      try {
        await expectNothingLeftBehind(service);
      } finally {
        await service.stop();
      }
    }
  });
  return () => {
    if (service === undefined) {
      throw new Error("The service is started before the first test.");
    }
    return service;
  };
}

/** Runs `use` against a separate service with other settings. */
export async function withService<T>(
  settings: Settings,
  use: (service: OwnService) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  const service = await startService(settings, options);
  let result: T;
  try {
    result = await use(service);
    await expectNothingLeftBehind(service);
  } catch (error) {
    // The first failure says more than the way in which the service ends after it.
    await service.stop().catch(() => undefined);
    throw error;
  }
  await service.stop();
  return result;
}

/**
 * Calls `use` with a function that starts services which follow each other on one data directory, with one key; the
 * directory is removed at the end.
 */
export async function onOneDirectory<T>(
  use: (start: (settings?: Settings) => Promise<OwnService>) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "quire-api-"));
  const options = {
    dataDirectory: join(home, "data"),
    key: `test-key-${crypto.randomUUID()}`,
    keepsResults: true,
  };
  let last: OwnService | undefined;
  try {
    return await use(async (settings = {}) => {
      last = await startService(settings, options);
      return last;
    });
  } finally {
    // This does nothing if the test has ended the service.
    await last?.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Fails when anything of a request is still in the data directory after the request has ended. */
export async function expectNothingLeftBehind(service: Service): Promise<void> {
  const mayStay = (path: string): boolean =>
    service.restingEntries.includes(path) || EMPTY_SLOT.test(path) || (service.keepsResults && RESULT_FILE.test(path));
  const left = () => entriesBelow(service.dataDirectory).filter((path) => !mayStay(path));
  // The answer may be complete a moment before the request's directory is gone.
  for (let attempt = 0; attempt < 100 && left().length > 0; attempt += 1) {
    await sleep(100);
  }
  expect(left(), "what requests that have ended left in the data directory").toEqual([]);
}
