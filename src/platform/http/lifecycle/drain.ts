import type { IncomingMessage, ServerResponse } from "node:http";

export interface DrainLimits {
  readonly maxBytes: number;
  readonly maxMs: number;
}

/**
 * Returns how much of a refused body is read (contract §2): a client whose body is a little over the limit still gets
 * its answer.
 */
export const drainLimits = (uploadBytes: number): DrainLimits => ({
  maxBytes: uploadBytes + 64 * 1024 * 1024,
  maxMs: 30_000,
});

/**
 * The time for which the connection of a client that sends too slowly stays open, in milliseconds: enough to read the
 * answer, and no more.
 */
const SLOW_CLIENT_MS = 2000;

export const slowClientLimits = (limits: DrainLimits): DrainLimits => ({ ...limits, maxMs: SLOW_CLIENT_MS });

/**
 * Lets a request be answered before its body has been read; called when the answer is about to be sent. Closing the
 * connection would make most clients lose the answer while they still send: so the rest is read and discarded, within
 * limits, and the connection stays in use.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse, { maxBytes, maxMs }: DrainLimits): void {
  if (!response.shouldKeepAlive) {
    closeAfterBody(request, response);
  }
  const { socket } = request;
  let drainedBytes = 0;
  const timer = setTimeout(() => socket.destroy(), maxMs);
  const forget = (): void => {
    clearTimeout(timer);
    socket.off("close", forget);
  };
  // An answered request emits no event when its client goes away in the middle of the body; the socket does.
  socket.once("close", forget);
  request
    .on("data", (chunk: Buffer) => {
      drainedBytes += chunk.length;
      if (drainedBytes > maxBytes) {
        socket.destroy();
      }
    })
    .once("end", forget)
    .resume();
}

/** Closes the connection of a client that asked for that when its body has come, not in the middle of it. */
function closeAfterBody(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = true;
  const { socket } = request;
  request.once("end", () => {
    if (response.writableFinished) {
      socket.end();
    } else {
      response.once("finish", () => socket.end());
    }
  });
}
