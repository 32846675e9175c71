import type { CosDirect, Dict, Stream } from "@quire/cos";
import type { ContentContext, MarkedContent } from "../content/subjects.ts";
import type { TableFault } from "./table-fault.ts";
import type { TaggedElement } from "./tagged-element.ts";

/** The subjects of accessibility: the structure tree, tagged content, and what leads to it. */
export interface StructureSubjects {
  /** The structure tree root, once. */
  readonly "structure-root": Dict;
  /** Each element of the structure tree, once, in the order of the tree. */
  readonly "tagged-element": TaggedElement;
  /** The fault of a table; not emitted where there is none. */
  readonly "table-fault": TableFault;
  /** A marked-content sequence of the contents of pages, and of the forms in them, as it begins. */
  readonly "marked-sequence": TaggedSequence;
  /**
   * Text, a painted path, an image or a shading, in the contents of pages and the forms in them: one for each sequence
   * of marked content and kind.
   */
  readonly "content-item": TaggedItem;
  /** Each use of a form XObject with /StructParents. */
  readonly "tagged-form": { readonly stream: Stream; readonly isUsedBefore: boolean };
  /** An Alt or ActualText of an element or of marked content in real content, decoded. */
  readonly "alternative-text": { readonly key: "Alt" | "ActualText"; readonly text: string };
  /** Each outline item. */
  readonly "outline-item": Dict;
  /** Each destination in the document of a link annotation, outline item or the catalog, without actions. */
  readonly destination: CosDirect;
  /** The file specifications in the catalog's name tree of embedded files. */
  readonly "listed-file": Dict;
}

/** A marked-content sequence with what its tags say. */
interface TaggedSequence {
  readonly content: MarkedContent;
  /** Whether a structure element that leads to the root has it. */
  readonly isTagged: boolean;
  /** Whether it, or a sequence around it, is an artifact. */
  readonly isArtifact: boolean;
  /** The language of it, its structure element or what is around it; undefined where there is none. */
  readonly language: string | undefined;
}

export type ContentItemKind = "text" | "path" | "image" | "shading";

interface TaggedItem {
  readonly kind: ContentItemKind;
  readonly isTagged: boolean;
  readonly isArtifact: boolean;
  readonly language: string | undefined;
  readonly context: ContentContext;
}
