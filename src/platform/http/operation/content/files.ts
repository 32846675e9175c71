import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../../../kernel/failure.ts";
import { type ContentType, sniffContentType, unsupportedFile } from "../../../../kernel/media-type.ts";
import type { Content, ContentFile, ContentOperation, ContentSource } from "../../../../operations/operation.ts";
import type { BoundContent, GivenContent } from "./form.ts";

/**
 * Puts content into a file of `directory`, however it was sent, and determines its type: step 9 of the order of checks
 * (contract §2).
 * @throws Failure `empty_file`, `unsupported_file_type`
 */
export function contentOf({ operation, content, assets }: BoundContent, directory: string): Content {
  return {
    file: content === undefined ? undefined : contentFile(content, { operation, directory }),
    assets: assets.map(({ name, file: { path, sizeBytes } }) => ({ name, path, sizeBytes })),
  };
}

function contentFile(
  { source, sent, given }: GivenContent,
  { operation, directory }: { readonly operation: ContentOperation; readonly directory: string },
): ContentFile {
  const accepts = typesOf(operation, source);
  const field = { source, ...(sent !== source && { sentAs: sent }) };
  switch (given.kind) {
    case "file": {
      const { filename, path, sizeBytes, head } = given.file;
      return {
        ...field,
        isText: false,
        filename,
        path,
        sizeBytes,
        mediaType: fileType({ head, sizeBytes, sent }, accepts),
      };
    }
    case "text":
    case "long text": {
      const { path, sizeBytes } = given.kind === "text" ? writtenText(given.text, directory) : given.text;
      return { ...field, isText: true, filename: undefined, path, sizeBytes, mediaType: accepts[0] };
    }
  }
}

function typesOf({ name, content }: ContentOperation, field: string): readonly [ContentType, ...ContentType[]] {
  const source = content.sources[field];
  const [first, ...rest] = source === undefined ? [] : mediaTypesOf(source);
  if (first === undefined) {
    throw new Error(`The source ${field} of ${name} has no media type.`);
  }
  return [first, ...rest];
}

/** Returns the media types that content of a source may have. */
export function mediaTypesOf(source: ContentSource): readonly ContentType[] {
  switch (source.kind) {
    case "text":
      return [source.mediaType];
    case "json":
      return ["application/json"];
    case "file":
      return source.accepts;
    case "parameter":
      return [];
  }
}

function fileType(
  { head, sizeBytes, sent }: { readonly head: Buffer; readonly sizeBytes: number; readonly sent: string },
  accepts: readonly ContentType[],
): ContentType {
  if (sizeBytes === 0) {
    throw new Failure(
      "empty_file",
      "The file is empty: it has 0 bytes. Check that the file you send has content, and that all of it is read before it is sent.",
    );
  }
  const type = sniffContentType(head, accepts);
  if (type === undefined) {
    throw unsupportedFile(head, accepts, sent);
  }
  return type;
}

// The name is the content's alone: files that were uploaded have numbers.
const CONTENT_FILE = "content";

/** Writes a text synchronously: one that was held in memory is short. */
function writtenText(text: string, directory: string): { readonly path: string; readonly sizeBytes: number } {
  const path = join(directory, CONTENT_FILE);
  const bytes = Buffer.from(text.replace(/^\ufeff/, ""));
  writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
  return { path, sizeBytes: bytes.length };
}
