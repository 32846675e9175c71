import { type ApiClient, bodyOf } from "../api/client.ts";
import { type Answer, answerOf } from "../playground/send.ts";

/** Reads the result of a job that is complete; throws a `Problem` where there is none, or none any more. */
export async function readResult(client: ApiClient, id: string, signal?: AbortSignal): Promise<Answer> {
  const result = await client.GET("/api/v1/jobs/{id}/result", {
    params: { path: { id } },
    parseAs: "blob",
    ...(signal !== undefined && { signal }),
  });
  return answerOf(result.response.status, result.response.headers, bodyOf(result));
}
