import { setTimeout as sleep } from "node:timers/promises";
import { type Connect, type Connection, connectTo, jsonContent } from "./connection.ts";
import type { Journal } from "./journal.ts";

const PAUSE_MS = 2000;

/** An administrator who now and then grants an account a credit, and sends each grant again until it is answered. */
export class Granter {
  readonly #adminKey: string;
  readonly #accountId: string;
  readonly #journal: Journal;
  readonly #connect: Connect;
  #unanswered: string | undefined;
  /** The number of grants that were answered. */
  granted = 0;

  constructor(granter: { adminKey: string; accountId: string; journal: Journal; connect?: Connect }) {
    this.#adminKey = granter.adminKey;
    this.#accountId = granter.accountId;
    this.#journal = granter.journal;
    this.#connect = granter.connect ?? connectTo;
  }

  /** Grants credits until its connection is cut or `signal` is aborted. */
  async run(port: number, signal: AbortSignal): Promise<void> {
    using connection = this.#connect(port);
    while (!signal.aborted && (await this.#grant(connection))) {
      // An aborted pause is over.
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sends a grant again that was cut; returns whether none is left to be answered. */
  async catchUp(port: number): Promise<boolean> {
    using connection = this.#connect(port);
    return this.#unanswered === undefined || (await this.#grant(connection));
  }

  async #grant(connection: Connection): Promise<boolean> {
    this.#unanswered ??= `grant-${crypto.randomUUID()}`;
    const answer = await connection.send({
      method: "POST",
      path: `/api/v1/accounts/${this.#accountId}/credits`,
      key: this.#adminKey,
      idempotencyKey: this.#unanswered,
      content: jsonContent({ amount: 1, reason: "crash loop" }),
    });
    if (answer.kind === "cut") {
      return false;
    }
    if (answer.status !== 200) {
      this.#journal.surprises.push(`A grant was answered ${answer.status} ${answer.body.toString("utf8", 0, 300)}`);
    }
    this.#journal.count("granted");
    this.granted += 1;
    this.#unanswered = undefined;
    return true;
  }
}
