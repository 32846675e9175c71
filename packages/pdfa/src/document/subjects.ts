import type { Dict, Page, Stream } from "@quire/cos";
import type { Annotation } from "./annotation.ts";

/** The subjects that the catalog leads to, except contents of pages and fonts. */
export interface DocumentSubjects {
  /** The catalog, emitted once. */
  readonly catalog: Dict;
  /** Each leaf of the page tree. */
  readonly page: Page;
  /** Each annotation of each page: one that is on two pages comes twice. */
  readonly annotation: Annotation;
  /**
   * Each action dictionary, once: of the catalog, pages, outline items, annotations, fields and named scripts, and the
   * actions that follow these.
   */
  readonly action: Dict;
  /** The values of /AA entries. */
  readonly "additional-actions": AdditionalActions;
  /** The catalog's /AcroForm. */
  readonly "interactive-form": Dict;
  /** Each field of the interactive form, once. */
  readonly field: FormField;
  /** The default configuration and the others. */
  readonly "optional-content-configuration": OptionalContentConfiguration;
  /** Each element that the structure tree leads to, once. */
  readonly "structure-element": StructureElement;
  /** A /Lang entry of the catalog, a structure element or a property list, decoded. */
  readonly language: string;
  /** The file specifications with embedded files anywhere in the file, each once. */
  readonly "file-specification": FileSpecification;
  /** The files embedded by file specifications, each once. */
  readonly "embedded-file": Stream;
  /** The value of a signature field, once. */
  readonly signature: Dict;
  /** The signature references of signatures in fields and in the permissions dictionary. */
  readonly "signature-reference": Dict;
}

/** An additional-actions dictionary (ISO 32000-2, 12.6.3) and the kind of its owner. */
export interface AdditionalActions {
  readonly dict: Dict;
  readonly of: "catalog" | "page" | "annotation" | "widget" | "field";
}

/** A file specification dictionary with embedded files (ISO 32000-2, 7.11.3). */
interface FileSpecification {
  readonly dict: Dict;
  /** Whether something in the document is associated with the file (14.13). */
  readonly isAssociated: boolean;
}

/** A field of the interactive form (ISO 32000-2, 12.7.4). */
interface FormField {
  readonly dict: Dict;
  /** The field type /FT, which may be inherited from a parent field. */
  readonly type: string | undefined;
}

/** An optional content configuration dictionary (ISO 32000-2, 8.11.4.3). */
interface OptionalContentConfiguration {
  readonly dict: Dict;
  /** The configuration's name; undefined where there is none. */
  readonly name: string | undefined;
  /** Whether an earlier configuration has the same name. */
  readonly isNameTaken: boolean;
  /** The number of the document's groups that its /Order lacks; 0 where it has no /Order. */
  readonly groupsNotInOrder: number;
}

/** A structure element (ISO 32000-2, 14.7.2). */
interface StructureElement {
  readonly dict: Dict;
  /** The structure type /S; empty where there is none. */
  readonly type: string;
}
