import type { DocumentMetadata, MetadataField, NamedText, XmpShown } from "../../engines/metadata/port.ts";

/** The metadata of a document, as two operations report them. */
export interface AnsweredMetadata {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly creation_date: string | null;
  readonly modification_date: string | null;
  readonly language: string | null;
  readonly custom: Readonly<Record<string, string>>;
  readonly differing: readonly string[];
  readonly information: Readonly<Record<string, string>>;
  readonly xmp: {
    readonly size_bytes: number;
    readonly problem: string | null;
    readonly properties: Readonly<Record<string, XmpShown>>;
    readonly total: number;
  } | null;
}

/** The names of the fields in requests and answers. */
export const FIELD_NAMES = {
  title: "title",
  author: "author",
  subject: "subject",
  keywords: "keywords",
  creator: "creator",
  producer: "producer",
  creationDate: "creation_date",
  modificationDate: "modification_date",
} as const satisfies Readonly<Record<MetadataField, string>>;

export function answeredMetadata(metadata: DocumentMetadata): AnsweredMetadata {
  const { fields, language, custom, differing, information, xmp } = metadata;
  return {
    title: fields.title,
    author: fields.author,
    subject: fields.subject,
    keywords: fields.keywords,
    creator: fields.creator,
    producer: fields.producer,
    creation_date: fields.creationDate,
    modification_date: fields.modificationDate,
    language,
    custom: byName(custom),
    differing: differing.map((field) => FIELD_NAMES[field]),
    information: byName(information),
    xmp:
      xmp === null
        ? null
        : {
            size_bytes: xmp.sizeBytes,
            problem: xmp.problem,
            properties: Object.fromEntries(xmp.properties.map(({ name, value }) => [name, value])),
            total: xmp.total,
          },
  };
}

const byName = (texts: readonly NamedText[]): Readonly<Record<string, string>> =>
  Object.fromEntries(texts.map(({ name, text }) => [name, text]));
