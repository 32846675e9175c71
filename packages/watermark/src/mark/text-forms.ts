import { hash } from "node:crypto";
import {
  type Bounds,
  type CosDirect,
  CosError,
  Dict,
  encodeFlate,
  type MadeObjects,
  Name,
  type Ref,
  real,
  Stream,
} from "@quire/cos";
import type { Block } from "../placing/placement.ts";
import type { SetText, TextSetter } from "./set-text.ts";

export interface TextStyle {
  readonly sizePt: number;
  /** The opacity, from 0 (invisible) to 1 (opaque). */
  readonly opacity: number;
  /** The sRGB components, from 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number];
}

/** A form XObject that shows a text opaquely, with its lower left corner at the origin, in points. */
export interface TextForm extends Block {
  readonly ref: Ref;
}

/** Makes one form XObject (ISO 32000-2, 8.10) of each text. All forms share their resources. */
export class TextForms {
  readonly #objects: MadeObjects;
  readonly #setter: TextSetter;
  readonly #style: TextStyle;
  readonly #bounds: Bounds;
  readonly #resources: Ref;
  readonly #forms = new Map<string, TextForm | undefined>();
  #state: Ref | undefined;
  #hasColours: boolean;
  #isIncomplete = false;

  constructor(parts: { objects: MadeObjects; setter: TextSetter; style: TextStyle; bounds: Bounds }) {
    this.#objects = parts.objects;
    this.#setter = parts.setter;
    this.#style = parts.style;
    this.#bounds = parts.bounds;
    this.#resources = parts.objects.add();
    this.#hasColours = !isGray(parts.style);
  }

  /** Returns the form of a text; undefined when nothing of it would be visible. */
  of(text: string): TextForm | undefined {
    const key = keyOf(text);
    if (!this.#forms.has(key)) {
      this.#bounds.look();
      const { text: set, isIncomplete } = this.#setter.set(text);
      this.#isIncomplete ||= isIncomplete;
      this.#hasColours ||= set?.hasColours === true;
      this.#forms.set(key, set && this.#formOf(set));
    }
    return this.#forms.get(key);
  }

  /** Whether any of the texts is visible. */
  get areAny(): boolean {
    return [...this.#forms.values()].some((form) => form !== undefined);
  }

  /** Whether the texts have colours other than gray. */
  get haveColours(): boolean {
    return this.#hasColours;
  }

  /** Whether the texts have characters that no font has. */
  get areIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** The graphics state parameter dictionary that gives the forms their opacity; undefined when they are opaque. */
  get opacityState(): Ref | undefined {
    const { opacity } = this.#style;
    if (opacity < 1) {
      this.#state ??= this.#objects.add(new Dict([["Type", new Name("ExtGState")], ...alphaConstants(opacity)]));
    }
    return this.#state;
  }

  /** Gives the forms their resources; called once, when all are made. */
  finish(): void {
    this.#objects.replace(this.#resources.number, new Dict([["Font", this.#setter.fonts()]]));
  }

  #formOf({ widthPt, heightPt, content }: SetText): TextForm {
    const { sizePt, opacity } = this.#style;
    const setup = Buffer.from(`${colourText(this.#style)}\n`);
    // There may be one form for each of many pages, so what is kept of them until they are written is deflated and
    // copied out of the larger buffer that it is made in.
    const bytes = encodeFlate(Buffer.concat([setup, content])).slice();
    this.#bounds.spendBytes(bytes.length);
    if (this.#bounds.decodableBytes <= 0) {
      throw new CosError("too_complex", "The texts of the pages have more bytes than are left for them.");
    }
    const entries: [string, CosDirect | Ref][] = [
      ["Type", new Name("XObject")],
      ["Subtype", new Name("Form")],
      // Letters may extend beyond the lines that they are in.
      ["BBox", [-sizePt, -sizePt, widthPt + sizePt, heightPt + sizePt].map((value) => Number(real(value)))],
      ["Resources", this.#resources],
      ["Filter", new Name("FlateDecode")],
    ];
    if (opacity < 1) {
      // 11.6.6: letters that overlap are one shape, and no darker there.
      entries.push(["Group", new Dict([["S", new Name("Transparency")]])]);
    }
    return { widthPt, heightPt, ref: this.#objects.add(new Stream(new Dict(entries), bytes)) };
  }
}

const alphaConstants = (opacity: number): [string, number][] => [
  ["CA", opacity],
  ["ca", opacity],
];

const isGray = ({ colour: [red, green, blue] }: TextStyle): boolean => red === green && green === blue;

/**
 * Returns the operators that set the fill colour. Gray needs no RGB colour space, which a document for print or
 * archiving may not have.
 */
function colourText(style: TextStyle): string {
  const components = style.colour.map((value) => String(Number((value / 255).toFixed(4))));
  return isGray(style) ? `${components[0]} g` : `${components.join(" ")} rg`;
}

const LONG_TEXT = 100;
const keyOf = (text: string): string => (text.length > LONG_TEXT ? hash("sha256", text, "base64") : text);
