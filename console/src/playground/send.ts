import { addressOf } from "../api/base.ts";
import { noAnswer, problemOf } from "../api/problem.ts";

/** The answer of an operation: a result, or the job that it became. */
export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly filename: string;
  readonly blob: Blob;
  readonly headers: Headers;
}

interface SendOptions {
  readonly apiKey: string;
  readonly signal: AbortSignal;
  /** Called with the share of the body that has been sent, from 0 to 1. */
  onUpload(share: number): void;
}

/**
 * Posts a form and returns the answer; throws a `Problem` for any error answer. XMLHttpRequest tells how much of a body has been
 * sent, which fetch does not.
 */
export function postForm(path: string, form: FormData, { apiKey, signal, onUpload }: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal.addEventListener("abort", abort);
    request.open("POST", addressOf(path));
    request.responseType = "blob";
    request.setRequestHeader("X-API-Key", apiKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => onUpload(total === 0 ? 1 : loaded / total));
    request.addEventListener("load", () => {
      const headers = headersOf(request);
      const { status } = request;
      const blob: Blob = request.response;
      if (status >= 400) {
        void blob.text().then((text) => reject(problemOf(status, headers, parsed(text))));
        return;
      }
      resolve({ ...answerOf(status, headers, blob) });
    });
    request.addEventListener("error", () => reject(noAnswer()));
    request.addEventListener("abort", () => reject(new DOMException("The request was cancelled.", "AbortError")));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    request.send(form);
  });
}

/** Returns an answer by what the service sent. */
export function answerOf(status: number, headers: Headers, blob: Blob): Answer {
  const mediaType = (headers.get("content-type") ?? "application/octet-stream").split(";")[0]?.trim() ?? "";
  return { status, mediaType, filename: filenameOf(headers), blob, headers };
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
  }
  return headers;
}

function filenameOf(headers: Headers): string {
  const disposition = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? "") : decodeURIComponent(encoded);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
