import type { Correction } from "./conversion.ts";
import { actions } from "./corrections/actions.ts";
import { annotations } from "./corrections/annotations.ts";
import { appearances } from "./corrections/appearances.ts";
import { attachments } from "./corrections/attachments.ts";
import { content } from "./corrections/content.ts";
import { deviceColours } from "./corrections/device-colours.ts";
import { documentEntries } from "./corrections/document-entries.ts";
import { fontPrograms } from "./corrections/font-programs.ts";
import { fontWidths } from "./corrections/font-widths.ts";
import { fonts } from "./corrections/fonts.ts";
import { forms } from "./corrections/forms.ts";
import { graphicsState } from "./corrections/graphics-state.ts";
import { images } from "./corrections/images.ts";
import { numberLimits } from "./corrections/number-limits.ts";
import { optionalContent } from "./corrections/optional-content.ts";
import { outputIntents } from "./corrections/output-intents.ts";
import { pageEntries } from "./corrections/page-entries.ts";
import { partMetadata } from "./corrections/part-metadata.ts";
import { resources } from "./corrections/resources.ts";
import { substituteFonts } from "./corrections/substitute-fonts.ts";
import { signatures } from "./corrections/signatures.ts";
import { spotColours } from "./corrections/spot-colours.ts";
import { streams } from "./corrections/streams.ts";
import { subsetLists } from "./corrections/subset-lists.ts";
import { transparency } from "./corrections/transparency.ts";
import { trueTypeEncoding } from "./corrections/true-type-encoding.ts";
import { unicodeValues } from "./corrections/unicode-values.ts";
import { xobjects } from "./corrections/xobjects.ts";

/** All corrections, in the order in which they see the document: what is dropped is dropped before it is mended. */
export const CORRECTIONS: readonly Correction[] = [
  documentEntries,
  signatures,
  annotations,
  appearances,
  forms,
  attachments,
  actions,
  pageEntries,
  numberLimits,
  content,
  resources,
  optionalContent,
  outputIntents,
  graphicsState,
  images,
  transparency,
  deviceColours,
  spotColours,
  xobjects,
  substituteFonts,
  fontPrograms,
  fonts,
  trueTypeEncoding,
  fontWidths,
  subsetLists,
  unicodeValues,
  partMetadata,
  streams,
];
