import { type CosDirect, Dict, type Ref } from "@quire/cos";
import type { FontFace } from "../fonts/font-face.ts";
import type { GlyphRun } from "../text/glyph-run.ts";
import type { TypesetText } from "../text/typeset.ts";
import { CompositeFont } from "./composite-font.ts";
import { type ClusterGlyph, noteText } from "./glyph-texts.ts";
import { visualText } from "./line-text.ts";
import { TextObject } from "./text-object.ts";
import { Type3Fonts } from "./type3-fonts.ts";

/**
 * The fonts of a document that is being written: it records what is shown with them, and at the end embeds each face
 * once, with the glyphs that were shown.
 */
export class EmbeddedFonts {
  readonly #add: (value: CosDirect) => Ref;
  readonly #faces = new Map<FontFace, FaceFonts>();
  #fontCount = 0;

  /** Takes the function that makes an indirect object, whose value `replace` of its source may still set or change. */
  constructor(add: (value: CosDirect) => Ref) {
    this.#add = add;
  }

  /**
   * Returns a content stream (ISO 32000-2, 9.4) that shows the text with the lower left corner of its block at the
   * origin, one unit being a point, in the current colour. It names fonts as `finish` does.
   *
   * Each line has its characters as /ActualText (14.9.4), because glyphs alone do not give them: those of Devanagari
   * are not in their order, one may stand for different characters, marks are put next to the line. And text that runs
   * neither across nor down the page is put together by Poppler glyph by glyph into as many lines, unless it has the
   * text of all of them.
   */
  show(text: TypesetText): Uint8Array {
    const object = new TextObject(text.sizePt);
    for (const line of text.lines) {
      const start = line.runs[0];
      const characters = visualText(line);
      if (start === undefined || characters === "") {
        continue;
      }
      object.startLine(start.xPt, line.baselinePt);
      object.beginActualText(characters);
      for (const run of line.runs) {
        showRun(object, run, this.#fontsOf(run.face));
      }
      object.endActualText();
    }
    return object.finish();
  }

  /**
   * Makes the fonts and returns the value of /Font in the resources of what was shown; called once, when everything has
   * been shown.
   */
  finish(): Dict {
    return new Dict([...this.#faces.values()].flatMap((fonts) => fonts.finish(this.#add)));
  }

  #fontsOf(face: FontFace): FaceFonts {
    let fonts = this.#faces.get(face);
    if (fonts === undefined) {
      const nextName = () => `F${++this.#fontCount}`;
      fonts = face.glyphs === "png" ? new Type3Fonts(face, nextName) : new CompositeFont(face, nextName());
      this.#faces.set(face, fonts);
    }
    return fonts;
  }
}

/** The fonts that a document has of one face. */
type FaceFonts = CompositeFont | Type3Fonts;

function showRun(object: TextObject, run: GlyphRun, fonts: FaceFonts): void {
  let xPt = run.xPt;
  let cluster: ClusterGlyph[] = [];
  let clusterText = "";
  for (const { glyph, text, advancePt, offsetXPt, offsetYPt } of run.glyphs) {
    if (text !== "") {
      noteText(cluster, clusterText, fonts.font);
      cluster = [];
      clusterText = text;
    }
    const code = fonts.codeOf(glyph);
    cluster.push({ glyph, code });
    object.showGlyph(code, xPt + offsetXPt, offsetYPt);
    xPt += advancePt;
  }
  noteText(cluster, clusterText, fonts.font);
}
