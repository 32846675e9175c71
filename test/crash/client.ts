import {
  type Answered,
  type Connect,
  type Connection,
  type Content,
  type Cut,
  connectTo,
  jsonOf,
  sha256,
} from "./connection.ts";
import { cancelJob, hasNoResult, readJob } from "./job-reading.ts";
import type { AccountJournal, Journal } from "./journal.ts";

/** A request to an operation that succeeds unless credits are lacking. */
export interface Work {
  readonly path: string;
  readonly content: Content;
  /** The SHA-256 of the result: the same request has the same one. */
  readonly resultSha256: string;
}

/** The behaviour of a client, as probabilities. */
export interface Habits {
  readonly keyed: number;
  readonly asJob: number;
  readonly readsJob: number;
  readonly cancelsJob: number;
  readonly repeats: number;
}

interface Order {
  readonly work: Work;
  readonly asJob: boolean;
  readonly idempotencyKey: string | undefined;
}

/** The outcome of an order with an Idempotency-Key; the same order must be answered the same again. */
interface Settled {
  readonly order: Order;
  /** The job's id, or the SHA-256 of the result. */
  readonly outcome: string;
}

const REMEMBERED = 50;

/** A client that acts on its own: it sends one request after the other, and after a crash first those that were cut. */
export class Client {
  readonly #account: AccountJournal;
  readonly #habits: Habits;
  readonly #works: readonly Work[];
  readonly #journal: Journal;
  readonly #random: () => number;
  readonly #connect: Connect;
  #unanswered: Order | undefined;
  readonly #settled: Settled[] = [];
  readonly #ownJobs: string[] = [];

  constructor(client: {
    account: AccountJournal;
    habits: Habits;
    works: readonly Work[];
    journal: Journal;
    random: () => number;
    connect?: Connect;
  }) {
    this.#account = client.account;
    this.#habits = client.habits;
    this.#works = client.works;
    this.#journal = client.journal;
    this.#random = client.random;
    this.#connect = client.connect ?? connectTo;
  }

  /** Works until its connection is cut or `isOver()`; calls `answered` after each answer. */
  async run(port: number, { isOver, answered }: { isOver: () => boolean; answered: () => void }): Promise<void> {
    using connection = this.#connect(port);
    while (!isOver() && (await this.#step(connection))) {
      answered();
    }
  }

  /** Sends again what was cut, if anything was; returns whether nothing is left to be answered. */
  async catchUp(port: number): Promise<boolean> {
    using connection = this.#connect(port);
    return this.#unanswered === undefined || (await this.#send(connection, this.#unanswered));
  }

  /** Sends one request; returns false when the connection was cut. */
  #step(connection: Connection): Promise<boolean> {
    const { readsJob, cancelsJob, repeats, asJob, keyed } = this.#habits;
    if (this.#unanswered !== undefined) {
      this.#journal.count("sent again after a crash");
      return this.#send(connection, this.#unanswered);
    }
    const job = this.#pick(this.#ownJobs.slice(-10));
    const roll = this.#random();
    if (job !== undefined && roll < readsJob) {
      return readJob(connection, job, this.#journal);
    }
    if (job !== undefined && roll < readsJob + cancelsJob) {
      return cancelJob(connection, this.#ownJobs.at(-1) ?? job, {
        journal: this.#journal,
        deletes: this.#random() < 0.3,
      });
    }
    const settled = this.#pick(this.#settled);
    if (settled !== undefined && roll < readsJob + cancelsJob + repeats) {
      return this.#repeat(connection, settled);
    }
    return this.#send(connection, {
      work: this.#pick(this.#works) ?? bug("A client without work."),
      asJob: this.#random() < asJob,
      idempotencyKey: this.#random() < keyed ? `crash-${Math.floor(this.#random() * 2 ** 48).toString(36)}` : undefined,
    });
  }

  async #send(connection: Connection, order: Order): Promise<boolean> {
    const answer = await this.#post(connection, order);
    if (answer.kind === "cut") {
      this.#noteCut(order, answer);
      return false;
    }
    this.#unanswered = undefined;
    switch (answer.status) {
      case 200:
        this.#noteResult(order, answer);
        break;
      case 202:
        this.#noteJob(order, answer);
        break;
      case 402:
        // This outcome is not remembered: the key is free again, and nothing was charged under it.
        this.#account.keysOpen.delete(order.idempotencyKey ?? "");
        this.#journal.count("402");
        break;
      default:
        this.#surprise(`${order.work.path} answered`, answer);
    }
    return true;
  }

  #post(connection: Connection, { work, asJob, idempotencyKey }: Order): Promise<Answered | Cut> {
    const path = asJob ? `${work.path}?async=true` : work.path;
    return connection.send({ method: "POST", path, key: this.#account.key, idempotencyKey, content: work.content });
  }

  #noteCut(order: Order, { wasSent, wasRefused }: Cut): void {
    if (wasRefused === true) {
      this.#journal.count("refused");
      // Whoever wants an answer sends the request again, and gets the one that there may be.
      if (order.idempotencyKey !== undefined) {
        this.#unanswered = order;
        if (!order.asJob) {
          this.#account.keysOpen.add(order.idempotencyKey);
        }
      }
      return;
    }
    if (!wasSent) {
      return;
    }
    this.#journal.count("cut");
    if (order.idempotencyKey !== undefined) {
      this.#unanswered = order;
    }
    if (!order.asJob) {
      this.#account.cut += 1;
      if (order.idempotencyKey !== undefined) {
        this.#account.keysOpen.add(order.idempotencyKey);
      }
    }
  }

  #noteResult(order: Order, answer: Answered): void {
    const charged = Number(answer.headers["x-credits-charged"]);
    if (order.asJob || sha256(answer.body) !== order.work.resultSha256 || !Number.isInteger(charged)) {
      this.#surprise(`${order.work.path} (${JSON.stringify(answer.headers)}, job: ${order.asJob}) answered`, answer);
    }
    this.#journal.count("200");
    this.#account.delivered += charged;
    if (order.idempotencyKey === undefined) {
      this.#account.plainDelivered += 1;
      return;
    }
    this.#account.keysOpen.delete(order.idempotencyKey);
    this.#account.keysDelivered.add(order.idempotencyKey);
    this.#remember(order, order.work.resultSha256);
  }

  #noteJob(order: Order, answer: Answered, repeats?: string): void {
    const id = String(jsonOf(answer)["job_id"]);
    if (!order.asJob || !/^job_[a-z0-9]{12}$/.test(id)) {
      this.#surprise(`${order.work.path} answered`, answer);
    }
    this.#journal.count("202");
    this.#ownJobs.push(id);
    this.#journal.jobs.set(id, {
      account: this.#account,
      resultSha256: order.work.resultSha256,
      finalState: undefined,
      wasCancelAsked: false,
      wasDeletionAsked: false,
      repeats,
    });
    if (order.idempotencyKey !== undefined) {
      this.#remember(order, id);
    }
  }

  /** Sends an answered order a second time, with the same Idempotency-Key. */
  async #repeat(connection: Connection, settled: Settled): Promise<boolean> {
    const { order, outcome } = settled;
    const answer = await this.#post(connection, order);
    if (answer.kind === "cut") {
      return false;
    }
    const { status, headers, body } = answer;
    const isSame = order.asJob
      ? status === 202 && jsonOf(answer)["job_id"] === outcome
      : status === 200 && sha256(body) === outcome;
    if (isSame && headers["idempotency-replayed"] === "true" && headers["x-credits-charged"] === "0") {
      this.#journal.count("replayed");
      return true;
    }
    const isWithoutResult = order.asJob && !isSame ? await hasNoResult(connection, outcome, this.#account.key) : false;
    if (isWithoutResult === "cut") {
      return false;
    }
    if (isWithoutResult) {
      this.#noteRetry(settled, answer);
    } else {
      this.#surprise(`A repetition (${JSON.stringify(headers)}) was answered`, answer);
    }
    return true;
  }

  /** Notes that the repetition of an order whose job has no result began another job, if there were credits for it. */
  #noteRetry(settled: Settled, answer: Answered): void {
    this.#journal.count("retried");
    if (answer.status === 402) {
      this.#journal.count("402");
      return;
    }
    this.#settled.splice(this.#settled.indexOf(settled), 1);
    this.#noteJob(settled.order, answer, settled.outcome);
  }

  #remember(order: Order, outcome: string): void {
    this.#settled.push({ order, outcome });
    if (this.#settled.length > REMEMBERED) {
      this.#settled.shift();
    }
  }

  #surprise(what: string, answer: Answered): void {
    this.#journal.surprise(this.#account, what, answer);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }
}

function bug(message: string): never {
  throw new Error(message);
}
