import { Dict } from "@quire/cos";
import type { State } from "./graphics-state.ts";
import type { OpenMarkedContent } from "./marked-content.ts";
import type { ContentContext, MarkedContent, ShownText } from "./subjects.ts";

const NO_MARKED_CONTENT: readonly MarkedContent[] = [];

/** The event of a shown string; one object is used for all strings of a stream. */
export class TextEvent implements ShownText {
  font: Dict = new Dict();
  bytes: Uint8Array = new Uint8Array(0);
  state: State;
  readonly context: ContentContext;
  #marked: OpenMarkedContent | undefined;

  constructor(context: ContentContext, state: State) {
    this.context = context;
    this.state = state;
  }

  set(font: Dict, bytes: Uint8Array, state: State, marked: OpenMarkedContent | undefined): void {
    this.font = font;
    this.bytes = bytes;
    this.state = state;
    this.#marked = marked;
  }

  get renderingMode(): number {
    return this.state.textRenderingMode;
  }

  get fontName(): string | undefined {
    return this.state.fontName;
  }

  get actualText(): Uint8Array | undefined {
    return this.#marked?.actualText;
  }

  get mcid(): number | undefined {
    return this.#marked?.mcid;
  }

  get structParents(): number | undefined {
    return this.#marked?.structParents;
  }

  get markedContent(): readonly MarkedContent[] {
    return this.#marked?.list ?? NO_MARKED_CONTENT;
  }
}
