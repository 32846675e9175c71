import createFetchClient, { type Client, type Middleware } from "openapi-fetch";
import { BASE_URL } from "./base.ts";
import { noAnswer, problemOf } from "./problem.ts";
import type { paths } from "./schema.d.ts";

/** Calls the resources of the API, typed by its description; every error answer is thrown as a `Problem`. */
export type ApiClient = Client<paths>;

/**
 * Makes a client that sends `key` with each request.
 * @param onRefused called when the service does not take the key any more: it was revoked, expired or was never one
 */
export function createClient(key: string, onRefused: () => void): ApiClient {
  const client = createFetchClient<paths>({ baseUrl: BASE_URL.replace(/\/$/, ""), headers: { "X-API-Key": key } });
  client.use(throwsProblems(onRefused));
  return client;
}

const throwsProblems = (onRefused: () => void): Middleware => ({
  onError: () => noAnswer(),
  async onResponse({ response }) {
    if (!response.ok) {
      const problem = problemOf(response.status, response.headers, await readJson(response));
      if (problem.status === 401) {
        onRefused();
      }
      throw problem;
    }
  },
});

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}

/** Returns the body of an answer that has one; the client has thrown any other. */
export function bodyOf<T>({ data }: { readonly data?: T }): T {
  if (data === undefined) {
    throw noAnswer();
  }
  return data;
}
