import type { Dict } from "@quire/cos";
import type { ContentContext, MarkedContent } from "./subjects.ts";

/** An open marked-content sequence (ISO 32000-2, 14.6) within those around it. */
export class OpenMarkedContent implements MarkedContent {
  readonly tag: string;
  readonly properties: Dict | undefined;
  readonly context: ContentContext;
  readonly outer: OpenMarkedContent | undefined;
  /** The replacement text of this sequence, or of the nearest one around it that has one. */
  readonly actualText: Uint8Array | undefined;
  readonly mcid: number | undefined;
  readonly structParents: number | undefined;
  /** Whether this sequence, or one around it, is an artifact (14.8.2.2). */
  readonly isArtifact: boolean;
  #list: readonly MarkedContent[] | undefined;

  constructor(content: MarkedContent, outer: OpenMarkedContent | undefined) {
    const { tag, properties, context } = content;
    this.tag = tag;
    this.properties = properties;
    this.context = context;
    this.outer = outer;
    this.actualText = properties?.bytes("ActualText") ?? outer?.actualText;
    const mcid = properties?.integer("MCID");
    this.mcid = mcid ?? outer?.mcid;
    this.isArtifact = tag === "Artifact" || outer?.isArtifact === true;
    this.structParents = mcid === undefined ? outer?.structParents : context.dict.integer("StructParents");
  }

  /** This sequence and those around it, outermost first. */
  get list(): readonly MarkedContent[] {
    this.#list ??= listOf(this);
    return this.#list;
  }

  /** A key of the facts that matter to the text in forms: sequences with the same key are interchangeable for it. */
  get key(): string {
    return this.actualText === undefined ? `${this.structParents ?? ""}/${this.mcid ?? ""}` : "ActualText";
  }
}

/**
 * Lists a sequence and those around it without recursion and up to a limit, since a document may nest them arbitrarily
 * deep.
 */
function listOf(innermost: OpenMarkedContent): readonly MarkedContent[] {
  const list: MarkedContent[] = [];
  for (
    let open: OpenMarkedContent | undefined = innermost;
    open !== undefined && list.length < MAX_LISTED;
    open = open.outer
  ) {
    list.push(open);
  }
  return list.toReversed();
}

const MAX_LISTED = 256;
