/** One event of a stream (Server-Sent Events, HTML standard §9.2). */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Yields the events of a `text/event-stream` body as they come. The browser's own `EventSource` cannot send the key, so that
 * the stream is read here. An event that the end of the stream cuts off is dropped, as the standard says.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  // The decoder drops a byte order mark, and holds back a character whose bytes have not all come.
  const decoder = new TextDecoder();
  let rest = "";
  let id = "";
  let event = "";
  let data: string[] = [];
  try {
    for (;;) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one piece after the other
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.map((text) => text.replace(/\r$/, ""))) {
        if (line === "") {
          if (data.length > 0) {
            yield { id, event: event === "" ? "message" : event, data: data.join("\n") };
          }
          event = "";
          data = [];
          continue;
        }
        const [name, text] = fieldOf(line);
        if (name === "data") {
          data.push(text);
        } else if (name === "event") {
          event = text;
        } else if (name === "id") {
          id = text;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the name and the value of a line; a comment, which begins with a colon, has an empty name. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
