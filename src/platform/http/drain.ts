import type { IncomingMessage, ServerResponse } from "node:http";

export interface DrainLimits {
  readonly maxBytes: number;
  readonly maxMs: number;
}

/** How much of a refused body is read (contract §2): one a little over the limit still gets its answer. */
export const drainLimits = (uploadBytes: number): DrainLimits => ({
  maxBytes: uploadBytes + 64 * 1024 * 1024,
  maxMs: 30_000,
});

/**
 * Lets a request be answered before its body has been read. Closing the connection would make most clients lose the
 * answer while they still send: so the rest is read and thrown away, within limits, and the connection stays in use.
 */
export function drainAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, maxMs }: DrainLimits,
): void {
  response.once("finish", () => {
    if (request.readableEnded || request.destroyed) {
      return;
    }
    const timer = setTimeout(() => request.socket.destroy(), maxMs);
    let drainedBytes = 0;
    request.on("data", (chunk: Buffer) => {
      drainedBytes += chunk.length;
      if (drainedBytes > maxBytes) {
        request.socket.destroy();
      }
    });
    request.once("close", () => clearTimeout(timer));
    request.once("error", () => clearTimeout(timer));
    request.resume();
  });
}
