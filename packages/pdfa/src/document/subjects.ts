import type { Dict, Page, Stream } from "@quire/cos";
import type { AdditionalActions } from "./actions.ts";
import type { Annotation } from "./annotation.ts";
import type { FileSpecification } from "./file-specifications.ts";
import type { FormField } from "./form.ts";
import type { OptionalContentConfiguration } from "./optional-content.ts";
import type { StructureElement } from "./structure.ts";

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
