import { type Dict, decodeTextString, type Stream } from "@quire/cos";
import type { Place } from "../place.ts";
import type { ContentItemKind } from "../structure/subjects.ts";
import { type TaggedStructure, taggedStructure } from "../structure/tagged-structure.ts";
import type { Emit, Validation } from "../validation.ts";
import { found } from "./found.ts";
import type { OpenMarkedContent } from "./marked-content.ts";
import type { ContentContext } from "./subjects.ts";

/** What the tags of marked content say (ISO 32000-2, 14.6 and 14.7.5). */
interface Tags {
  /** The structure element of the nearest sequence that has one. */
  readonly element: Dict | undefined;
  readonly isTagged: boolean;
  readonly language: string | undefined;
}

const KINDS: Readonly<Record<ContentItemKind, number>> = { text: 1, path: 2, image: 4, shading: 8 };

/** Emits how the contents of pages, and of the forms in them, are tagged. */
export class ContentTags {
  readonly #emit: Emit;
  readonly #structure: TaggedStructure;
  readonly #tags = new WeakMap<OpenMarkedContent | ContentContext, Tags>();
  readonly #items = new WeakMap<OpenMarkedContent | ContentContext, { context: ContentContext; kinds: number }>();
  readonly #keys = new WeakMap<OpenMarkedContent, string>();
  readonly #elementNumbers = new Map<Dict, number>();
  readonly #elements = new Map<Dict, Pick<Tags, "isTagged" | "language">>();
  readonly #forms = new Set<Stream>();

  constructor(validation: Validation, emit: Emit) {
    this.#emit = emit;
    this.#structure = validation.shared(taggedStructure);
  }

  /** Emits a marked-content sequence as it begins, and its texts. */
  begin(marked: OpenMarkedContent): void {
    const { context, isArtifact, properties } = marked;
    if (!context.isPageContent) {
      return;
    }
    const { isTagged, language } = this.#tagsOf(marked);
    const place = { object: context.object, page: context.page, at: context.at };
    this.#emit("marked-sequence", { content: marked, isTagged, isArtifact, language }, place);
    const written = properties?.bytes("Lang");
    if (written !== undefined) {
      this.#emit("language", decodeTextString(written), { ...place, at: "BDC/Lang" });
    }
    for (const key of properties === undefined ? [] : (["Alt", "ActualText"] as const)) {
      const bytes = properties?.bytes(key);
      if (bytes !== undefined) {
        this.#emit("alternative-text", { key, text: decodeTextString(bytes) }, place);
      }
    }
  }

  /** Emits an item of content, once for each sequence and kind. */
  item(kind: ContentItemKind, marked: OpenMarkedContent | undefined, context: ContentContext): void {
    const owner = marked ?? context;
    const items = this.#items.get(owner);
    if (items?.context === context) {
      if ((items.kinds & KINDS[kind]) !== 0) {
        return;
      }
      items.kinds |= KINDS[kind];
    } else {
      this.#items.set(owner, { context, kinds: KINDS[kind] });
    }
    const { isTagged, language } = this.#tagsIn(context, marked);
    const isArtifact = marked?.isArtifact === true;
    const place = { object: context.object, page: context.page, at: context.at };
    this.#emit("content-item", { kind, isTagged, isArtifact, language, context }, place);
  }

  /** Emits a use of a form whose content belongs to the structure tree. */
  form(stream: Stream, place: Place): void {
    if (stream.dict.has("StructParents")) {
      this.#emit("tagged-form", { stream, isUsedBefore: this.#forms.has(stream) }, place);
      this.#forms.add(stream);
    }
  }

  /** Returns a key of all that matters to content in forms: sequences with the same key are interchangeable for it. */
  keyOf(marked: OpenMarkedContent): string {
    let key = this.#keys.get(marked);
    if (key === undefined) {
      const { element, language } = this.#tagsOf(marked);
      const number = element && found(this.#elementNumbers, element, () => this.#elementNumbers.size);
      const { actualText, isArtifact, properties } = marked;
      const has = [isArtifact, actualText !== undefined, properties?.has("Alt") === true].map(Number).join("");
      key = `${has} ${number ?? ""} ${language ?? ""}`;
      this.#keys.set(marked, key);
    }
    return key;
  }

  /** Returns the tags of content in a stream that is in that marked content, of the stream or around it. */
  #tagsIn(context: ContentContext, marked: OpenMarkedContent | undefined): Tags {
    if (marked?.context === context) {
      return this.#tagsOf(marked);
    }
    const own = context.kind === "form" ? this.#structure.elementOfObject(context.dict) : undefined;
    const outer = marked === undefined ? undefined : this.#tagsOf(marked);
    return own === undefined ? (outer ?? NO_TAGS) : this.#of(own, outer);
  }

  /** Returns the tags of a sequence. Those around it are known first, without recursion: there may be very many. */
  #tagsOf(innermost: OpenMarkedContent): Tags {
    const unknown: OpenMarkedContent[] = [];
    let marked: OpenMarkedContent | undefined = innermost;
    for (; marked !== undefined && !this.#tags.has(marked); marked = marked.outer) {
      unknown.push(marked);
    }
    let tags = (marked && this.#tags.get(marked)) ?? NO_TAGS;
    for (const next of unknown.toReversed()) {
      tags = this.#within(next, tags);
      this.#tags.set(next, tags);
    }
    return tags;
  }

  #within({ context, properties, outer }: OpenMarkedContent, around: Tags): Tags {
    const isFirst = outer?.context !== context;
    const ofForm = isFirst && context.kind === "form" ? this.#structure.elementOfObject(context.dict) : undefined;
    const outside = ofForm === undefined ? around : this.#of(ofForm, around);
    const mcid = properties?.integer("MCID");
    const element =
      mcid === undefined
        ? undefined
        : (this.#structure.elementOfObject(context.dict) ?? this.#structure.elementOfContent(context.dict, mcid));
    const tags = element === undefined ? outside : this.#of(element, outside);
    const language = properties?.bytes("Lang");
    return language === undefined ? tags : { ...tags, language: decodeTextString(language) };
  }

  #of(element: Dict, around: Tags | undefined): Tags {
    const { isTagged, language } = found(this.#elements, element, () => ({
      isTagged: this.#structure.isTagged(element),
      language: this.#structure.languageOf(element),
    }));
    return { element, isTagged, language: language ?? around?.language };
  }
}

const NO_TAGS: Tags = { element: undefined, isTagged: false, language: undefined };
