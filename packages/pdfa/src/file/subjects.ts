import type { CosDocument, Dict, IndirectObject, StreamSyntax, Stream, XrefSection } from "@quire/cos";
import type { ContentTokens } from "../content/subjects.ts";

/** What the bytes of a file and its objects are, page and use aside. */
export interface FileSubjects {
  /** Once. */
  readonly file: WrittenFile;
  /** Each one of the file, that of a hybrid-reference file included. */
  readonly "cross-reference-section": XrefSection;
  /** Of each section of the newest revision; of a linearized file there are two. */
  readonly trailer: WrittenTrailer;
  /** Each indirect object in use. */
  readonly object: WrittenObject;
  /** Each stream. */
  readonly stream: WrittenStream;
  /** Each dictionary, those of streams and nested ones too. */
  readonly dictionary: Dict;
  /** Of Separation and DeviceN colour spaces, wherever one is; each name once. */
  readonly colorant: string;
}

interface WrittenFile {
  readonly document: CosDocument;
  /** Indirect objects in use. */
  readonly objectCount: number;
}

/** What the values of a trailer are at most, nested ones too. */
interface WrittenTrailer {
  readonly tokens: ContentTokens;
}

/** An object with what its values are at most, nested ones too; of a calculator function those of its numbers as well. */
interface WrittenObject {
  readonly object: IndirectObject;
  readonly tokens: ContentTokens;
}

interface WrittenStream {
  readonly stream: Stream;
  /** How it was written. */
  readonly syntax: StreamSyntax;
}
