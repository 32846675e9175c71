import type { Dict, Page, Stream } from "@quire/cos";
import type { Annotation } from "./annotation.ts";

/** What the catalog leads to, contents of pages and fonts aside. */
export interface DocumentSubjects {
  /** Once. */
  readonly catalog: Dict;
  /** Each leaf of the page tree. */
  readonly page: Page;
  /** Each one of each page: twice what is on two pages. */
  readonly annotation: Annotation;
  /** Wherever one is, once: of the catalog, pages, outline items, annotations, fields, scripts by name, and what comes next. */
  readonly action: Dict;
  /** The values of /AA entries. */
  readonly "additional-actions": AdditionalActions;
  /** The catalog's /AcroForm. */
  readonly "interactive-form": Dict;
  /** Each field of the interactive form, once. */
  readonly field: FormField;
  /** The default one and the others. */
  readonly "optional-content-configuration": OptionalContentConfiguration;
  /** Each one that the structure tree leads to, once. */
  readonly "structure-element": StructureElement;
  /** A /Lang entry of the catalog, a structure element or a property list, decoded. */
  readonly language: string;
  /** Those with embedded files, wherever they are, once. */
  readonly "file-specification": FileSpecification;
  /** What file specifications have embedded, once. */
  readonly "embedded-file": Stream;
  /** The value of a signature field, once. */
  readonly signature: Dict;
  /** Those of signatures of fields and of the permissions dictionary. */
  readonly "signature-reference": Dict;
}

/** An additional-actions dictionary (ISO 32000-2, 12.6.3) and whose it is. */
export interface AdditionalActions {
  readonly dict: Dict;
  readonly of: "catalog" | "page" | "annotation" | "widget" | "field";
}

/** A file specification dictionary with embedded files (ISO 32000-2, 7.11.3). */
interface FileSpecification {
  readonly dict: Dict;
  /** Something in the document is associated with it (14.13). */
  readonly isAssociated: boolean;
}

/** A field of the interactive form (ISO 32000-2, 12.7.4). */
interface FormField {
  readonly dict: Dict;
  /** /FT, perhaps of a field above. */
  readonly type: string | undefined;
  /** The field and its only widget are one dictionary. */
  readonly isWidget: boolean;
}

/** An optional content configuration dictionary (ISO 32000-2, 8.11.4.3). */
interface OptionalContentConfiguration {
  readonly dict: Dict;
  /** Undefined where there is none. */
  readonly name: string | undefined;
  /** A configuration before this one has the same name. */
  readonly isNameTaken: boolean;
  /** Groups of the document that its /Order does not have; 0 where it has none. */
  readonly groupsNotInOrder: number;
}

/** A structure element (ISO 32000-2, 14.7.2). */
interface StructureElement {
  readonly dict: Dict;
  /** /S; empty where there is none. */
  readonly type: string;
}
