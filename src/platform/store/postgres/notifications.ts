import { Client, type Notification } from "pg";
import { type Backoff, backoffMs, NO_JITTER } from "../../../kernel/timing/backoff.ts";
import { WORK_CLASSES } from "../../../kernel/work-class.ts";
import type { HandedNotice } from "../handed-request-store.ts";
import { JOB_STATES, type JobListener, type JobNotice, type PartNotice } from "../job-store.ts";

/*
 * What nodes tell each other of jobs: a trigger of the table notifies with each change that a client could see
 * (https://www.postgresql.org/docs/15/sql-notify.html), and each node listens on one connection of its own. Behind a pooler
 * of transactions LISTEN has no effect, and while the connection is cut notices are lost: nodes look at the table as well.
 */

/** The channel that the trigger of the schema notifies. */
const JOB_CHANNEL = "quire_jobs";

const CONNECT_MS = 5000;
/** How often the connection is tried, and how long the answer may take, in milliseconds. */
const TRIAL_MS = 5000;
const RECONNECT: Backoff = { delaysMs: [100, 500, 1000, 3000], jitter: NO_JITTER };

/** Listens to the changes of jobs from the first watch to the last. */
export class JobNotifications {
  readonly #url: string;
  readonly #onTrouble: ((error: Error) => void) | undefined;
  readonly #listeners = new Set<JobListener>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  /** `onTrouble` is called with the first failure to connect after a connection that stood. */
  constructor({ url, onTrouble }: { readonly url: string; readonly onTrouble?: ((error: Error) => void) | undefined }) {
    this.#url = url;
    this.#onTrouble = onTrouble;
  }

  watch(listener: JobListener): Disposable {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#connect();
    }
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) {
          this.close();
        }
      },
    };
  }

  close(): void {
    this.#listeners.clear();
    clearTimeout(this.#timer);
    this.#letGo();
  }

  #letGo(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.removeAllListeners("notification");
    // It is ended whether or not the server is there to see it.
    void client?.end().catch(() => undefined);
  }

  #connect(): void {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: TRIAL_MS,
      keepAlive: true,
      application_name: "quire notifications",
    });
    this.#client = client;
    client.on("notification", (notification) => this.#onNotification(notification));
    client.on("error", (error) => this.#onFailure(client, error));
    client.on("end", () => this.#onFailure(client, new Error("The connection for notifications was ended.")));
    client
      .connect()
      .then(() => client.query(`LISTEN ${JOB_CHANNEL}`))
      .then(
        () => this.#onListening(client),
        (error: unknown) => this.#onFailure(client, error instanceof Error ? error : new Error(String(error))),
      );
  }

  #onListening(client: Client): void {
    if (client !== this.#client) {
      return;
    }
    this.#failures = 0;
    // Whatever happened before this moment was not told.
    for (const listener of this.#listeners) {
      listener.onMissed();
    }
    this.#tryLater(client);
  }

  /** Finds out that the way to the server is cut, which by itself shows in nothing when one only listens. */
  #tryLater(client: Client): void {
    this.#timer = setTimeout(() => {
      client.query("SELECT 1").then(
        () => client === this.#client && this.#tryLater(client),
        (error: unknown) => this.#onFailure(client, error instanceof Error ? error : new Error(String(error))),
      );
    }, TRIAL_MS).unref();
  }

  #onFailure(client: Client, error: Error): void {
    if (client !== this.#client) {
      return;
    }
    this.#letGo();
    clearTimeout(this.#timer);
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#onTrouble?.(error);
    }
    this.#timer = setTimeout(() => this.#connect(), backoffMs(RECONNECT, this.#failures)).unref();
  }

  #onNotification({ payload = "" }: Notification): void {
    const notice = noticeOf(payload);
    const partNotice = partNoticeOf(payload);
    const handedNotice = handedNoticeOf(payload);
    for (const listener of this.#listeners) {
      if (notice !== undefined) {
        listener.onChange(notice);
      }
      if (partNotice !== undefined) {
        listener.onPart(partNotice);
      }
      if (handedNotice !== undefined) {
        listener.onHanded(handedNotice);
      }
    }
  }
}

/** Reads what the trigger has written: id, state and class of the job; undefined when it is anything else. */
function noticeOf(payload: string): JobNotice | undefined {
  const [jobId = "", stateName, className] = payload.split(" ");
  const state = JOB_STATES.find((each) => each === stateName);
  const workClass = WORK_CLASSES.find((each) => each === className);
  return state === undefined || workClass === undefined ? undefined : { jobId, state, workClass };
}

/** Reads what the trigger of parts has written: id of the job, `part_` with the part's state, class. */
function partNoticeOf(payload: string): PartNotice | undefined {
  const [jobId = "", stateName, className] = payload.split(" ");
  const state = PART_STATES.find((each) => `part_${each}` === stateName);
  const workClass = WORK_CLASSES.find((each) => each === className);
  return state === undefined || workClass === undefined ? undefined : { jobId, state, workClass };
}

const PART_STATES = ["offered", "done"] as const;

/** Reads what the trigger of handed requests has written: id, `handed_` with the state, class. */
function handedNoticeOf(payload: string): HandedNotice | undefined {
  const [id = "", stateName, className] = payload.split(" ");
  const state = HANDED_STATES.find((each) => `handed_${each}` === stateName);
  const workClass = WORK_CLASSES.find((each) => each === className);
  return state === undefined || workClass === undefined ? undefined : { id, state, workClass };
}

const HANDED_STATES = ["waiting", "done", "withdrawn"] as const;
