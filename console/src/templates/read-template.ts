import { type ApiClient, bodyOf } from "../api/client.ts";
import type { Stored, Template } from "./draft.ts";

/** Reads a template as it is now, with the `ETag` that a change of it names. */
export async function readTemplate(client: ApiClient, slug: string, signal?: AbortSignal): Promise<Stored> {
  const answer = await client.GET("/api/v1/templates/{slug}", {
    params: { path: { slug } },
    ...(signal && { signal }),
  });
  return { template: bodyOf(answer), etag: answer.response.headers.get("etag") ?? "" };
}

/** Reads a version of a template, which never changes. */
export const readVersion = async (
  client: ApiClient,
  { slug, version }: { readonly slug: string; readonly version: number },
  signal?: AbortSignal,
): Promise<Template> =>
  bodyOf(
    await client.GET("/api/v1/templates/{slug}/versions/{version}", {
      params: { path: { slug, version: String(version) } },
      ...(signal && { signal }),
    }),
  );
