import type { ServerResponse } from "node:http";
import { ClientGone } from "../body/body.ts";

/** Signals work that has no time limit when no client waits for it any more. */
export interface ClientWatch extends Disposable {
  /** Aborted when the client has gone, with ClientGone, or when the service goes down. */
  readonly signal: AbortSignal;
}

/** Watches the client of a response; `goingDown` is aborted when the service begins to go down. */
export function watchClient(response: ServerResponse, goingDown: AbortSignal): ClientWatch {
  const client = new AbortController();
  const watch = noticeClientGone(response, (reason) => client.abort(reason));
  return { ...watch, signal: AbortSignal.any([client.signal, goingDown]) };
}

/** Calls `onGone` when the client goes away before it has the answer, at once when it has gone already. */
export function noticeClientGone(response: ServerResponse, onGone: (reason: ClientGone) => void): Disposable {
  const onClose = (): void => {
    if (!response.writableFinished) {
      onGone(new ClientGone("The client closed the connection before the answer was complete."));
    }
  };
  if (response.destroyed) {
    onClose();
  }
  response.once("close", onClose);
  return {
    [Symbol.dispose]() {
      response.off("close", onClose);
    },
  };
}
