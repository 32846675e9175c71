import {
  type Bounds,
  type ByteSink,
  CosString,
  Dict,
  encodeTextString,
  MadeObjects,
  Name,
  type Ref,
  rectangleArray,
  Stream,
  writeDocument,
} from "@quire/cos";
import { srgbOutputIntent } from "@quire/printed/colour";
import { alternativesProperty, metadataStream, packetText, simpleProperty, storableText } from "@quire/xmp";
import type { ImageDocumentText, PageLayout } from "./options.ts";
import { IMAGE_NAME, pageContent } from "./page/page-content.ts";
import { placed } from "./page/placement.ts";
import type { ImageData, PageImage } from "./page-image.ts";

/** What could not be done as the image or the caller says. */
export type ImagePageLoss = "image_resized" | "image_clipped" | "profile_dropped";

/** A document that is made of images, one page for each. */
export class ImageDocument {
  readonly #layout: PageLayout;
  readonly #made = new MadeObjects();
  readonly #pages: Dict[] = [];

  constructor(layout: PageLayout) {
    this.#layout = layout;
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** Adds a page for an image, and returns what could not be done. */
  add(image: PageImage): readonly ImagePageLoss[] {
    const placement = placed(image, this.#layout);
    const { widthPt, heightPt } = placement.page;
    const { background } = this.#layout;
    const content = pageContent(placement, { orientation: image.orientation, background });
    const resources = new Dict([["XObject", new Dict([[IMAGE_NAME, this.#imageRef(image)]])]]);
    this.#pages.push(
      new Dict([
        ["Type", new Name("Page")],
        ["MediaBox", rectangleArray({ left: 0, bottom: 0, right: rounded(widthPt), top: rounded(heightPt) })],
        ["Resources", resources],
        ["Contents", this.#made.add(new Stream(new Dict(), Buffer.from(content, "latin1")))],
      ]),
    );
    return [
      ...(placement.isBounded ? (["image_resized"] as const) : []),
      ...(placement.clip !== undefined && this.#layout.fit === "none" ? (["image_clipped"] as const) : []),
      ...(image.hasLostProfile === true ? (["profile_dropped"] as const) : []),
    ];
  }

  /**
   * Writes the document. The same images and options give the same bytes.
   * @throws CosError `too_complex` when a bound is met
   */
  write(sink: ByteSink, given: ImageDocumentText, bounds: Bounds): void {
    const title = storableText(given.title ?? "");
    const text = { ...given, title: title === "" ? undefined : title };
    const catalog = new Dict([
      ["Type", new Name("Catalog")],
      ["Pages", this.#pageTree(this.#pages)],
    ]);
    if (text.title !== undefined) {
      catalog.set("ViewerPreferences", new Dict([["DisplayDocTitle", true]]));
    }
    if (text.title !== undefined || text.pdfa !== undefined) {
      catalog.set("Metadata", this.#made.add(metadataStream(packetOf(text))));
    }
    if (text.pdfa !== undefined) {
      catalog.set("OutputIntents", [srgbOutputIntent(this.#made)]);
    }
    const trailer = new Dict([
      ["Root", this.#made.add(catalog)],
      ["Info", this.#made.add(informationOf(text))],
    ]);
    writeDocument(trailer, sink, { version: "1.7" }, bounds);
  }

  #imageRef({ colours, opacity }: PageImage): Ref {
    const stream = streamOf(colours);
    if (opacity !== undefined) {
      stream.dict.set("SMask", this.#made.add(streamOf(opacity)));
    }
    return this.#made.add(stream);
  }

  /** Builds a balanced page tree, and returns its root. */
  #pageTree(pages: readonly Dict[]): Ref {
    let level = pages.map((dict) => ({ dict, count: 1 }));
    do {
      const nodes = Array.from({ length: Math.ceil(level.length / NODE_LENGTH) }, (_, index) =>
        level.slice(index * NODE_LENGTH, (index + 1) * NODE_LENGTH),
      );
      level = nodes.map((kids) => this.#node(kids));
    } while (level.length > 1);
    return this.#made.add(level[0]?.dict ?? new Dict());
  }

  #node(kids: readonly { readonly dict: Dict; readonly count: number }[]): { dict: Dict; count: number } {
    const count = kids.reduce((sum, kid) => sum + kid.count, 0);
    const dict = new Dict([
      ["Type", new Name("Pages")],
      ["Count", count],
    ]);
    const ref = this.#made.add(dict);
    dict.set(
      "Kids",
      kids.map((kid) => this.#made.add(kid.dict.set("Parent", ref))),
    );
    return { dict, count };
  }
}

/** The most kids of a node. */
const NODE_LENGTH = 40;

/** Rounds to a ten-thousandth of a point, as content streams do. */
const rounded = (lengthPt: number): number => Number(lengthPt.toFixed(4));

const streamOf = ({ dict, bytes }: ImageData): Stream => new Stream(dict, bytes);

const textString = (value: string): CosString => new CosString(encodeTextString(value));

function informationOf({ title, producer }: ImageDocumentText): Dict {
  const dict = new Dict([["Producer", textString(producer)]]);
  return title === undefined ? dict : dict.set("Title", textString(title));
}

function packetOf({ title, producer, pdfa }: ImageDocumentText): string {
  return packetText([
    simpleProperty("dc", "format", "application/pdf"),
    ...(title === undefined ? [] : [alternativesProperty("dc", "title", title)]),
    simpleProperty("pdf", "Producer", producer),
    ...(pdfa === undefined
      ? []
      : [
          simpleProperty("pdfaid", "part", pdfa.charAt(0)),
          simpleProperty("pdfaid", "conformance", pdfa.slice(1).toUpperCase()),
        ]),
  ]);
}
