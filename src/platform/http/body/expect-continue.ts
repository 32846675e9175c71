import type { IncomingMessage, Server, ServerResponse } from "node:http";

/*
 * `Expect: 100-continue` (RFC 9110 §10.1.1): the client holds its body back until it is invited, so that a refusal
 * costs it nothing. It is invited when the body is about to be read, and gets the final status at once when it never
 * will be.
 */

const holdingBack = new WeakSet<IncomingMessage>();

/** Lets requests with an Expect header through like others, and remembers what they expect. */
export function acceptExpectations(server: Server): void {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    holdingBack.add(request);
    // Node closes the connection after a final status that no 100 preceded. A client that did not wait would then lose
    // the answer while it sends (see drain.ts), so Node is made to forget what was expected; it has no public way.
    Object.assign(response, { _expect_continue: false });
    server.emit("request", request, response);
  });
  // Any other expectation may be ignored; Node's own answer would lack our headers.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    server.emit("request", request, response);
  });
}

/** Invites the body if the client holds it back; called when the body is about to be read. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (holdingBack.delete(request)) {
    response.writeContinue();
  }
}
