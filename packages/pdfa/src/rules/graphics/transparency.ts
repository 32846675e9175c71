import { type CosDirect, type CosValue, Name, type Page, resolve } from "@quire/cos";
import type { ContentContext, GraphicsState, Paint } from "../../content/subjects.ts";
import type { Part } from "../../flavours.ts";
import { outputIntentsOn } from "../../graphics/blending.ts";
import { Collected } from "../../graphics/collected.ts";
import type { TransparentPage } from "../../graphics/subjects.ts";
import { isJpeg2000 } from "../../jpeg2000/of-stream.ts";
import type { Place } from "../../place.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";

/** The blend modes of ISO 32000-2, 11.3.5, tables 134 and 135; Compatible is what PDF 1.3 called Normal. */
const BLEND_MODES: ReadonlySet<string> = new Set([
  "Normal",
  "Compatible",
  "Multiply",
  "Screen",
  "Overlay",
  "Darken",
  "Lighten",
  "ColorDodge",
  "ColorBurn",
  "HardLight",
  "SoftLight",
  "Difference",
  "Exclusion",
  "Hue",
  "Saturation",
  "Color",
  "Luminosity",
]);
const OPAQUE_MODES: ReadonlySet<string | undefined> = new Set(["Normal", "Compatible"]);

/** The rules of ISO 19005-1, 6.4, which forbids transparency. */
const PART_1_RULES: readonly AnyRule[] = [
  rule({
    key: "no-soft-mask-in-state",
    on: "ext-gstate",
    ids: { "1": "6.4-1" },
    requirement: "SMask of an ExtGState is None or absent.",
    message: "An ExtGState has a soft mask",
    hint: "Flatten the transparency (the SMask of a graphics state, of drop shadows and feathered edges): export as PDF 1.3 or PDF/A-1, or aim for PDF/A-2 or later.",
    fix: "render",
    test: ({ dict }) => !dict.has("SMask") || dict.name("SMask") === "None" || { broken: "SMask" },
  }),
  rule({
    key: "no-soft-mask-image",
    on: "image",
    ids: { "1": "6.4-2" },
    requirement: "An XObject has no SMask.",
    message: "An image has a soft mask",
    hint: "Put the image onto its background and save it without transparency, as JPEG for example, or aim for PDF/A-2 or later.",
    fix: "render",
    test: ({ dict }) => !dict.has("SMask") || dict.name("SMask") === "None" || { broken: "SMask" },
  }),
  rule({
    key: "no-transparency-group",
    on: "transparency-group",
    ids: { "1": "6.4-3" },
    requirement: "There are no transparency groups.",
    message: "There is a transparency group",
    hint: "Remove Group where nothing in it is transparent, or flatten: export as PDF 1.3 or PDF/A-1 (gs -dPDFA=1 draws such pages as images), or aim for PDF/A-2 or later.",
    fix: "render",
    conversion: "mends",
    test: ({ of }) => ({ broken: of }),
  }),
  rule({
    key: "normal-blend-mode",
    on: "ext-gstate",
    ids: { "1": "6.4-4" },
    requirement: "BM of an ExtGState is Normal, Compatible or absent.",
    message: "An ExtGState has a blend mode other than Normal or Compatible",
    hint: "Set the blend mode of the object to Normal in its source, or flatten on export (PDF 1.3), or aim for PDF/A-2 or later.",
    fix: "render",
    test: ({ dict }) => !dict.has("BM") || OPAQUE_MODES.has(dict.name("BM")) || { broken: modeText(dict.get("BM")) },
  }),
  rule({
    key: "opaque-stroke",
    on: "ext-gstate",
    ids: { "1": "6.4-5" },
    requirement: "CA of an ExtGState is 1 or absent.",
    message: "An ExtGState makes strokes transparent",
    hint: "Set the opacity of the line (CA) to 100 % in its source, or flatten on export (PDF 1.3), or aim for PDF/A-2 or later.",
    fix: "render",
    test: ({ dict }) => !dict.has("CA") || dict.number("CA") === 1 || { broken: `CA ${dict.number("CA") ?? ""}` },
  }),
  rule({
    key: "opaque-fill",
    on: "ext-gstate",
    ids: { "1": "6.4-6" },
    requirement: "ca of an ExtGState is 1 or absent.",
    message: "An ExtGState makes fills transparent",
    hint: "Set the opacity of the filling (ca) to 100 % in its source, or flatten on export (PDF 1.3), or aim for PDF/A-2 or later.",
    fix: "render",
    test: ({ dict }) => !dict.has("ca") || dict.number("ca") === 1 || { broken: `ca ${dict.number("ca") ?? ""}` },
  }),
];

/** The rules of ISO 19005-2 and -3, 6.2.10; -4, 6.2.9. */
const LATER_RULES: readonly AnyRule[] = [
  rule({
    key: "blend-mode",
    on: "ext-gstate",
    ids: { "2": "6.2.10-1", "3": "6.2.10-1", "4": "6.2.9-1" },
    requirement: "A blend mode is one that ISO 32000 defines.",
    message: "A blend mode is not one that ISO 32000 defines",
    hint: "Use a blend mode of ISO 32000, 11.3.5, such as Multiply, in BM; viewers take others for Normal.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ dict }, { part }) => blendModeOutcome(dict.get("BM"), part),
  }),
  rule({
    key: "annotation-blend-mode",
    on: "annotation",
    ids: { "4": "6.2.9-1" },
    requirement: "The blend mode of an annotation is one that ISO 32000 defines.",
    message: "The blend mode of an annotation is not one that ISO 32000 defines",
    hint: "Use a blend mode of ISO 32000, 11.3.5, such as Multiply for highlights, in BM of the annotation.",
    fix: "dictionary",
    test: ({ dict }, { part }) => blendModeOutcome(dict.get("BM"), part),
  }),
  rule({
    key: "page-group-colour-space",
    on: "transparent-page",
    ids: { "2": "6.2.10-2", "3": "6.2.10-2", "4": "6.2.9-2" },
    requirement: "Where there is no PDF/A output intent, the group of a page with transparency has a colour space.",
    message: "A page with transparency has no colour space for blending",
    hint: "Add a PDF/A output intent, or a Group with CS to the page: in InDesign, Edit ▸ Transparency Blend Space.",
    fix: "colour",
    conversion: "mends",
    test: ({ by, hasOutputIntent, hasGroupColourSpace }) => hasOutputIntent || hasGroupColourSpace || { broken: by },
  }),
];

/**
 * Tests a blend mode. Of an array, which PDF 2.0 deprecates, the first name is the one that a reader of this time uses
 * (ISO 32000-1, 11.3.5.1); a value of another type is none.
 */
function blendModeOutcome(value: CosDirect, part: Part): Outcome {
  const mode = Array.isArray(value) && part !== 4 ? firstName(value) : value;
  return !(mode instanceof Name) || BLEND_MODES.has(mode.value) || { broken: modeText(mode) };
}

const firstName = (array: readonly CosValue[]): CosDirect =>
  array.map((element) => resolve(element)).find((element) => element instanceof Name) ?? null;

const isColourSpace = (value: CosDirect): boolean => value instanceof Name || Array.isArray(value);

const modeText = (value: CosDirect): string => `BM ${value instanceof Name ? value.value.slice(0, 40) : "no name"}`;

export const transparency: RuleGroup = {
  name: "transparency",
  rules: [...PART_1_RULES, ...LATER_RULES],
  begin(validation) {
    const collected = new Collected();
    const transparentPages = new Set<number | undefined>();
    const noteTransparent = (subject: TransparentPage, place: Place): void => {
      if (!transparentPages.has(place.page)) {
        transparentPages.add(place.page);
        collected.add("transparent-page", subject, place);
      }
    };
    const noteTransparency = (by: string, context: ContentContext): void => {
      const { page, object, at } = context;
      noteTransparent({ by, ...blendingOf(context, validation) }, { page, object, at });
    };
    const notePainted = (state: GraphicsState, operation: Paint["operation"], context: ContentContext): void => {
      const by = transparencyOf(state, operation);
      if (by !== undefined) {
        noteTransparency(by, context);
      }
    };
    return {
      subscribes: {
        // What a graphics state makes transparent is so where something is painted with it.
        paint: ({ operation, state, context }) => notePainted(state, operation, context),
        shading: ({ state, context }) => notePainted(state, "fill", context),
        image: ({ dict, stream, state, context }) => {
          notePainted(state, "fill", context);
          const isMasked = dict.get("SMask") !== null && dict.name("SMask") !== "None";
          const hasOwnMask = stream !== undefined && isJpeg2000(stream) && (dict.integer("SMaskInData") ?? 0) > 0;
          if (isMasked || hasOwnMask) {
            noteTransparency("image with a soft mask", context);
          }
        },
        // Part 1 has another rule about soft masks, whose groups are no form XObjects that are painted.
        form: ({ by, group, state, context }, place) => {
          if (by === "Do") {
            notePainted(state, "fill", context);
          }
          if (by !== "soft-mask" && group?.name("S") === "Transparency") {
            collected.add("transparency-group", { dict: group, of: "form XObject" }, place);
            noteTransparency("transparency group", context);
          }
        },
        // ISO 32000-2, 12.5.2, table 166: parts before 4 have no blend modes of annotations.
        annotation: ({ dict, page }, place) => {
          const mode = validation.part === 4 ? dict.get("BM") : null;
          if (mode instanceof Name && !OPAQUE_MODES.has(mode.value)) {
            noteTransparent({ by: modeText(mode), ...blendingOn(page, validation) }, place);
          }
        },
        "content-stream": ({ context: { kind, dict } }, place) => {
          const group = kind === "page" ? dict.dict("Group") : undefined;
          if (group?.name("S") === "Transparency") {
            collected.add("transparency-group", { dict: group, of: "page" }, place);
          }
        },
      },
      end: (emit) => collected.tell(emit),
    };
  },
};

function blendingOf(
  { environment: { pageOutputIntents, pageBlendingSpace } }: ContentContext,
  validation: Validation,
): Omit<TransparentPage, "by"> {
  const hasOutputIntent = outputIntentsOn(pageOutputIntents, validation).profile !== undefined;
  return { hasOutputIntent, hasGroupColourSpace: pageBlendingSpace !== null };
}

/** Returns the same for a subject that is on a page, but in no content stream. */
function blendingOn({ dict }: Page, validation: Validation): Omit<TransparentPage, "by"> {
  const group = dict.dict("Group");
  return {
    hasOutputIntent: outputIntentsOn(dict.get("OutputIntents"), validation).profile !== undefined,
    hasGroupColourSpace: isColourSpace(group?.get("CS") ?? null),
  };
}

/** Returns the parameter of a graphics state that makes what is painted transparent; undefined when none does. */
function transparencyOf(state: GraphicsState, operation: Paint["operation"]): string | undefined {
  const [key, alpha] = operation === "fill" ? ["ca", state.fillAlpha] : ["CA", state.strokeAlpha];
  if (alpha < 1) {
    return `${key} ${alpha}`;
  }
  // Before PDF 2.0, an array has the modes of which a reader takes the first that it knows.
  const mode =
    Array.isArray(state.blendMode) && state.blendMode.length === 1 ? firstName(state.blendMode) : state.blendMode;
  if (!(mode instanceof Name && OPAQUE_MODES.has(mode.value))) {
    return modeText(mode);
  }
  return state.softMask instanceof Name ? undefined : "SMask";
}
