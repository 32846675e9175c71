import { type CosDirect, type Dict, Stream } from "@quire/cos";
import { Collected } from "../../graphics/collected.ts";
import type { ImageDictionary } from "../../graphics/subjects.ts";
import { isJpeg2000, jpeg2000Of } from "../../jpeg2000/of-stream.ts";
import type { Place } from "../../place.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { JPEG2000_RULES } from "./jpeg2000.ts";

/** The bits per component by part (ISO 32000-2, 8.9.5.1); PDF 1.4, of part 1, has no 16 bits. */
const BIT_DEPTHS: Readonly<Record<1 | 2 | 3 | 4, ReadonlySet<number>>> = {
  1: new Set([1, 2, 4, 8]),
  2: new Set([1, 2, 4, 8, 16]),
  3: new Set([1, 2, 4, 8, 16]),
  4: new Set([1, 2, 4, 8, 16]),
};

/** The rules of ISO 19005-1, 6.2.4; -2 and -3, 6.2.8; -4, 6.2.7.1. */
const IMAGE_RULES: readonly AnyRule[] = [
  rule({
    key: "image-alternates",
    on: "image-dictionary",
    ids: { "1": "6.2.4-1", "2": "6.2.8-1", "3": "6.2.8-1", "4": "6.2.7.1-1" },
    requirement: "An image has no Alternates.",
    message: "An image has alternate images",
    hint: "Remove Alternates from the image dictionary: only one version of an image can be kept, that for the screen or that for print.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("Alternates") || { broken: "Alternates" },
  }),
  rule({
    key: "image-opi",
    on: "image-dictionary",
    ids: { "1": "6.2.4-2", "2": "6.2.8-2", "3": "6.2.8-2", "4": "6.2.7.1-2" },
    requirement: "An image has no OPI.",
    message: "An image is a placeholder for one outside the file (OPI)",
    hint: "Put the image itself into the file, and remove OPI: in InDesign, export with Omit for OPI off; in Distiller, Advanced ▸ Preserve OPI comments off.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict }) => !dict.has("OPI") || { broken: "OPI" },
  }),
  rule({
    key: "image-interpolate",
    on: "image-dictionary",
    ids: { "1": "6.2.4-3", "2": "6.2.8-3", "3": "6.2.8-3", "4": "6.2.7.1-3" },
    requirement: "Interpolate of an image is false or absent.",
    message: "An image has Interpolate set to true",
    hint: "Set Interpolate to false, or remove it: it lets viewers smooth the image in ways of their own.",
    fix: "dictionary",
    test: ({ dict, role }) => dict.boolean("Interpolate") !== true || { broken: role },
  }),
  rule({
    key: "image-bits-per-component",
    on: "image-dictionary",
    ids: { "1": "6.2.4-4", "2": "6.2.8-4", "3": "6.2.8-4", "4": "6.2.7.1-4" },
    requirement: "BitsPerComponent of an image is 1, 2, 4, 8 or, from part 2 on, 16.",
    message: "BitsPerComponent of an image is not one of the permitted values",
    hint: "Encode the image again with 1, 2, 4, 8 or 16 bits for each component.",
    fix: "re-encode",
    test: bitsOutcome,
  }),
  rule({
    key: "mask-bits-per-component",
    on: "image-dictionary",
    ids: { "1": "6.2.4-5", "2": "6.2.8-5", "3": "6.2.8-5", "4": "6.2.7.1-5" },
    requirement: "BitsPerComponent of a stencil mask or an explicit mask is 1.",
    message: "BitsPerComponent of a mask is not 1",
    hint: "Set BitsPerComponent of the mask to 1, or remove it: a mask has no other depth.",
    fix: "dictionary",
    test: ({ dict, isMask }) => {
      const bits = dict.get("BitsPerComponent");
      return !isMask || bits === null || bits === 1 || bitsBroken(bits);
    },
  }),
];

function bitsOutcome({ dict, isMask, isJpeg2000: isJpx }: ImageDictionary, { part }: Validation): Outcome {
  const bits = dict.get("BitsPerComponent");
  // 7.4.9: JPEG 2000 data state it themselves.
  if (isMask || isJpx || bits === null) {
    return true;
  }
  return (typeof bits === "number" && BIT_DEPTHS[part].has(bits)) || bitsBroken(bits);
}

const bitsBroken = (bits: CosDirect): { readonly broken: string } => ({
  broken: `BitsPerComponent ${typeof bits === "number" ? bits : "is not a number"}`,
});

export const images: RuleGroup = {
  name: "images",
  rules: [...IMAGE_RULES, ...JPEG2000_RULES],
  begin({ bounds }) {
    const collected = new Collected();
    const seen = new Set<Dict>();
    const add = (image: ImageDictionary, place: Place): void => {
      const { dict, stream, isMask } = image;
      if (seen.has(dict)) {
        return;
      }
      seen.add(dict);
      bounds.step();
      collected.add("image-dictionary", image, place);
      if (stream !== undefined && image.isJpeg2000) {
        const hasColorSpace = dict.has("ColorSpace") || isMask;
        collected.add("jpeg2000", { facts: jpeg2000Of(stream, bounds), hasColorSpace }, place);
      }
      for (const [key, role] of MASKS) {
        const mask = dict.get(key);
        if (mask instanceof Stream) {
          add({ ...partsOf(mask), isMask: key === "Mask", role }, place);
        }
      }
    };
    return {
      subscribes: {
        image: ({ dict, stream, isStencilMask, inline }, place) => {
          const parts = stream === undefined ? { dict, stream, isJpeg2000: false } : partsOf(stream);
          add({ ...parts, isMask: isStencilMask, role: inline === undefined ? "image" : "inline image" }, place);
        },
      },
      end: (emit) => collected.tell(emit),
    };
  },
};

const MASKS = [
  ["SMask", "soft mask"],
  ["Mask", "mask"],
] as const;

const partsOf = (stream: Stream): Pick<ImageDictionary, "dict" | "stream" | "isJpeg2000"> => ({
  dict: stream.dict,
  stream,
  isJpeg2000: isJpeg2000(stream),
});
