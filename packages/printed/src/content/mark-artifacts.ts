import {
  asDict,
  type CosDirect,
  type CosDocument,
  type CosValue,
  Dict,
  decodeStream,
  decodeTextString,
  type Page,
  Ref,
  resolve,
  Stream,
} from "@quire/cos";
import type { ContentDeflater } from "./content-deflater.ts";
import { ContentParents } from "../structure/content-parents.ts";
import { ContentText } from "./content-text.ts";
import { Decorations } from "./decorations.ts";
import { DocumentFonts } from "./font-codes.ts";
import { type ContentListener, type ScannedContent, scanContent } from "./scan-content.ts";
import { withoutSoftHyphens } from "./soft-hyphens.ts";

/** What the content of the pages shows. */
export interface ShownContent {
  readonly text: ContentText;
  readonly fonts: DocumentFonts;
  /** Whether all content could be read, and is tagged or an artifact now. */
  readonly isMarked: boolean;
}

/**
 * Marks all content of the pages that is not tagged as an artifact (ISO 32000-2, 14.8.2.2): backgrounds, borders, and what
 * stands above and below the pages. Browsers leave it unmarked, which ISO 14289-1, 7.1, does not permit.
 * @throws CosError `too_complex`
 */
export function markArtifacts(document: CosDocument, pages: readonly Page[], options: MarkingOptions): ShownContent {
  const marking = new Marking(document, options);
  for (const page of pages) {
    marking.page(page);
  }
  marking.end();
  return marking;
}

interface MarkingOptions {
  /** Whether text may have characters of the private use areas. */
  readonly acceptsPrivate: boolean;
  /** Deflates the content that is made; if absent, it is not deflated here. */
  readonly deflater?: ContentDeflater | undefined;
}

class Marking implements ShownContent {
  readonly text = new ContentText();
  readonly fonts: DocumentFonts;
  isMarked = true;
  readonly #document: CosDocument;
  readonly #decorations: Decorations;
  readonly #deflater: ContentDeflater | undefined;
  /** Whether forms have content with identifiers, in themselves or in those that they draw. */
  readonly #tagged = new Map<Dict, boolean>();
  readonly #done = new Set<Dict>();

  constructor(document: CosDocument, { acceptsPrivate, deflater }: MarkingOptions) {
    this.#document = document;
    this.#deflater = deflater;
    this.fonts = new DocumentFonts(document, acceptsPrivate);
    const root = document.catalog.dict("StructTreeRoot");
    const parents = root && new ContentParents(root, document.bounds);
    this.#decorations = new Decorations(parents, document.bounds);
  }

  page(page: Page): void {
    const { bytes, damage } = page.contents(this.#document.bounds);
    this.isMarked &&= damage.length === 0;
    const changed = this.#finished(bytes, { owner: page.dict, resources: page.resources, depth: 0 });
    if (changed !== undefined && damage.length === 0) {
      const content = this.#deflater?.stream(changed) ?? new Stream(new Dict(), changed);
      page.dict.set("Contents", this.#document.add(content));
    }
  }

  end(): void {
    this.#decorations.dropFromElements();
  }

  /** Marks the content of a form, once. */
  #form(ref: Ref, form: Stream, depth: number): void {
    if (this.#done.has(form.dict)) {
      return;
    }
    this.#done.add(form.dict);
    const { bounds } = this.#document;
    bounds.checkDepth(depth);
    const { bytes, remaining, damage } = decodeStream(form, bounds);
    const isWhole = remaining.length === 0 && damage === undefined;
    this.isMarked &&= isWhole;
    const changed = this.#finished(bytes, { owner: form.dict, resources: form.dict.dict("Resources"), depth });
    if (changed !== undefined && isWhole) {
      for (const key of ["Filter", "DecodeParms", "Length"]) {
        form.dict.delete(key);
      }
      this.#document.replace(ref.number, new Stream(form.dict, changed));
    }
  }

  /** Returns the content as it is delivered; undefined when it stays as it is. */
  #finished(bytes: Uint8Array, place: ContentPlace): Uint8Array | undefined {
    const whole = withoutSoftHyphens(bytes);
    return this.#marked(whole ?? bytes, place) ?? whole;
  }

  /** Returns the content with its artifacts marked; undefined when it stays as it is. */
  #marked(bytes: Uint8Array, place: ContentPlace): Uint8Array | undefined {
    const { source, bounds } = { source: this.#document, bounds: this.#document.bounds };
    const context = { source, bounds, readsReferences: false };
    const scanned = scanContent(bytes, place.resources, context, this.#listener(place));
    this.isMarked &&= scanned !== undefined;
    return scanned === undefined || scanned.unmarked.length + scanned.begins.length === 0
      ? undefined
      : withArtifacts(bytes, scanned);
  }

  #listener({ owner, depth }: ContentPlace): ContentListener {
    return {
      // Fonts are told of all that is shown.
      font: (font: CosDirect) => this.fonts.of(font),
      text: (text, mcid) => this.text.add(owner, mcid, text),
      place: (mcid, point) => this.text.setPoint(owner, mcid, point),
      isArtifact: (mcid) => this.#decorations.isDecoration(owner, mcid),
      painting: (mcid) => this.text.addPainting(owner, mcid),
      actualText: (text) => decodeTextString(text),
      external: (object) => {
        const form = resolve(object);
        if (!(object instanceof Ref && form instanceof Stream && this.#isTagged(form, 0))) {
          return false;
        }
        this.#form(object, form, depth + 1);
        return true;
      },
    };
  }

  #isTagged(form: Stream, depth: number): boolean {
    const { dict } = form;
    const known = this.#tagged.get(dict);
    if (known !== undefined) {
      return known;
    }
    this.#document.bounds.checkDepth(depth);
    // A form that draws itself is not tagged by that.
    this.#tagged.set(dict, false);
    const isTagged =
      dict.name("Subtype") === "Form" &&
      (dict.has("StructParents") || this.#drawnBy(dict).some((drawn) => this.#isTagged(drawn, depth + 1)));
    this.#tagged.set(dict, isTagged);
    return isTagged;
  }

  #drawnBy(form: Dict): Stream[] {
    const objects: CosValue[] = [...(asDict(form.dict("Resources")?.get("XObject") ?? null)?.entries.values() ?? [])];
    return objects.flatMap((object) => {
      this.#document.bounds.step();
      const drawn = resolve(object);
      return drawn instanceof Stream ? [drawn] : [];
    });
  }
}

interface ContentPlace {
  readonly owner: Dict;
  readonly resources: Dict | undefined;
  readonly depth: number;
}

const BEGIN = "/Artifact BMC";

/** Returns the content with what is unmarked marked, and with other operators that begin what is an artifact. */
function withArtifacts(bytes: Uint8Array, { unmarked, begins }: ScannedContent): Uint8Array {
  const changes = [
    ...unmarked.flatMap(({ start, end }) => [
      { start, end: start, text: `${BEGIN}\n` },
      { start: end, end, text: "\nEMC" },
    ]),
    ...begins.map(({ start, end }) => ({ start, end, text: BEGIN })),
  ].toSorted((one, other) => one.start - other.start);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of changes) {
    pieces.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return new Uint8Array(Buffer.concat(pieces));
}
