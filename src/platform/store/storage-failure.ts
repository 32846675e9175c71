import { Failure } from "../../kernel/failure.ts";

const MESSAGE = "The service's data cannot be read or written at the moment. Nothing was changed; please try again.";

/** Returns the failure of a request whose data cannot be read or written now; `cause` is for the log. */
export const storageUnavailable = (cause: unknown): Failure => new Failure("storage_unavailable", MESSAGE, { cause });
