import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expectEveryPromise } from "./reply.ts";
import type { Service } from "./service.ts";

/** One event of a stream (HTML standard, section 9.2). */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** An open stream of Server-Sent Events. */
export class EventStream {
  readonly #outgoing: ClientRequest;
  readonly #incoming: IncomingMessage;
  #text = "";
  #ended = false;

  static open(
    service: Service,
    path: string,
    { key = service.key, lastEventId }: { readonly key?: string; readonly lastEventId?: string } = {},
  ): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: false,
          host: "127.0.0.1",
          port: service.port,
          path,
          headers: {
            "x-api-key": key,
            accept: "text/event-stream",
            ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
          },
        },
        (incoming) => resolve(new EventStream(outgoing, incoming)),
      );
      outgoing.on("error", reject);
      outgoing.end();
    });
  }

  private constructor(outgoing: ClientRequest, incoming: IncomingMessage) {
    this.#outgoing = outgoing;
    this.#incoming = incoming;
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => {
      this.#text += text;
    });
    // A reset counts as an end here; what was received before it counts.
    incoming.on("error", () => undefined);
    incoming.on("close", () => {
      this.#ended = true;
    });
    expectEveryPromise({ status: this.status, headers: this.headers, body: Buffer.alloc(0) }, "HEAD");
  }

  get status(): number {
    return this.#incoming.statusCode ?? 0;
  }

  get headers(): IncomingMessage["headers"] {
    return this.#incoming.headers;
  }

  /** Whether the service has ended the stream. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The lines of the stream that are comments. */
  get comments(): readonly string[] {
    return this.#text.split("\n").filter((line) => line.startsWith(":"));
  }

  /** The events that have arrived completely. */
  get events(): readonly StreamedEvent[] {
    const blocks = this.#text.replaceAll("\r\n", "\n").split("\n\n").slice(0, -1);
    return blocks.flatMap((block) => {
      const fields = block
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith(":"))
        .map((line) => /^(?<name>[a-z]+): ?(?<value>.*)$/.exec(line)?.groups);
      const valuesOf = (name: string) =>
        fields.filter((field) => field?.["name"] === name).map((field) => field?.["value"]);
      const data = valuesOf("data");
      return data.length === 0
        ? []
        : [
            {
              id: valuesOf("id").join(""),
              event: valuesOf("event").join(""),
              data: JSON.parse(data.join("\n")) as unknown,
            },
          ];
    });
  }

  /** Waits until `look` returns true; returns false when it does not within the time, or when the stream ends first. */
  async until(look: (stream: EventStream) => boolean, { withinMs = 60_000 } = {}): Promise<boolean> {
    const deadline = Date.now() + withinMs;
    while (!look(this)) {
      if (this.#ended || Date.now() > deadline) {
        return look(this);
      }
      await sleep(20);
    }
    return true;
  }

  /** Breaks the stream off. */
  close(): void {
    this.#outgoing.destroy();
  }
}
