import type { IncomingMessage, Server } from "node:http";

/** The number of chunks of a body that may be of any size. */
const FREE_CHUNKS = 2000;
/** The least size of a chunk of all beyond them, in bytes, on average. */
const LEAST_BYTES = 32;

/**
 * Closes the connections of clients that send a body in very many chunks of a few bytes (RFC 9112 §7.1). Node's parser calls
 * for each chunk: bytes that come one by one cost the service ten thousand calls for each 64 KB that it reads, whether
 * the request is accepted or its body is only discarded. They are counted as they come, also while the
 * request waits for its turn: called when all other listeners for requests have been added.
 */
export function boundChunks(server: Server): void {
  server.prependListener("request", (request: IncomingMessage) => {
    if (request.headers["transfer-encoding"] === undefined) {
      return;
    }
    const push = request.push.bind(request);
    let chunks = 0;
    let bytes = 0;
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      // Null is the end of the body.
      chunks += chunk === null ? 0 : 1;
      bytes += chunk?.length ?? 0;
      if (chunks <= FREE_CHUNKS || bytes >= chunks * LEAST_BYTES) {
        return push(chunk, encoding);
      }
      // What was read with the last chunk is still parsed, and is nothing to anyone.
      request.socket.destroy();
      return false;
    };
  });
}
