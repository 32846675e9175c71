/** The size limit of answers: more than the longest one has with every character escaped. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Headers that the SDK always sends, empty where there is no key: some servers take that for a wrong one. */
const KEY_HEADERS = ["x-api-key", "x-goog-api-key"];

/** Returns a `fetch` for a provider that returns redirects as answers, and limits the size of answers. */
export function guardedFetch(
  fetch: typeof globalThis.fetch,
  { hasKey }: { readonly hasKey: boolean },
): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    for (const name of hasKey ? [] : KEY_HEADERS) {
      headers.delete(name);
    }
    const {
      body,
      status,
      statusText,
      headers: answered,
    } = await fetch(input, { ...init, headers, redirect: "manual" });
    return new Response(body?.pipeThrough(atMost(MAX_ANSWER_BYTES)) ?? null, { status, statusText, headers: answered });
  };
}

/** The provider's answer is longer than any that was asked for. */
export class AnswerTooLarge extends Error {}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        controller.error(new AnswerTooLarge(`The answer is larger than ${maxBytes} bytes.`));
      } else {
        controller.enqueue(chunk);
      }
    },
  });
}
