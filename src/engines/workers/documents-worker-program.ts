import { readAhead } from "@quire/documents";
import { documentMethods } from "../documents/worker/methods.ts";
import { serveTasks } from "../pool/worker-host.ts";

/** Makes this process a worker of the class `documents`. */
export async function serveDocumentTasks(): Promise<void> {
  await serveTasks(documentMethods, { readAhead });
}
