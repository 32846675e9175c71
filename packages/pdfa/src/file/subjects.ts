import type { CosDocument, Dict, IndirectObject, Stream, StreamSyntax, XrefSection } from "@quire/cos";
import type { ContentTokens } from "../content/subjects.ts";

/** The subjects that the bytes of a file and its objects yield, regardless of pages and use. */
export interface FileSubjects {
  /** The file, emitted once. */
  readonly file: WrittenFile;
  /** Each cross-reference section of the file, including that of a hybrid-reference file. */
  readonly "cross-reference-section": XrefSection;
  /** The trailer of each section of the newest revision; a linearized file has two. */
  readonly trailer: WrittenTrailer;
  /** Each indirect object in use. */
  readonly object: WrittenObject;
  /** Each stream. */
  readonly stream: WrittenStream;
  /** Each dictionary, including nested ones and those of streams. */
  readonly dictionary: Dict;
  /** The colorant names of Separation and DeviceN colour spaces anywhere in the file, each name once. */
  readonly colorant: string;
}

interface WrittenFile {
  readonly document: CosDocument;
  /** The number of indirect objects in use. */
  readonly objectCount: number;
}

/** A trailer with the extremes of its values, nested ones included. */
interface WrittenTrailer {
  readonly tokens: ContentTokens;
}

/**
 * An object with the extremes of its values, nested ones included, and for a calculator function those of its numbers
 * as well.
 */
interface WrittenObject {
  readonly object: IndirectObject;
  readonly tokens: ContentTokens;
}

interface WrittenStream {
  readonly stream: Stream;
  /** The stream's syntax in the file. */
  readonly syntax: StreamSyntax;
}
