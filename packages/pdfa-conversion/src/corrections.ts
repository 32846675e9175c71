import type { Correction } from "./conversion.ts";
import { actions } from "./corrections/actions.ts";
import { annotations } from "./corrections/annotations.ts";
import { appearances } from "./corrections/appearances.ts";
import { attachments } from "./corrections/attachments.ts";
import { deviceCmyk } from "./corrections/device-cmyk.ts";
import { documentEntries } from "./corrections/document-entries.ts";
import { fontWidths } from "./corrections/font-widths.ts";
import { fonts } from "./corrections/fonts.ts";
import { forms } from "./corrections/forms.ts";
import { graphicsState } from "./corrections/graphics-state.ts";
import { images } from "./corrections/images.ts";
import { optionalContent } from "./corrections/optional-content.ts";
import { outputIntents } from "./corrections/output-intents.ts";
import { pageEntries } from "./corrections/page-entries.ts";
import { partMetadata } from "./corrections/part-metadata.ts";
import { resources } from "./corrections/resources.ts";
import { substituteFonts } from "./corrections/substitute-fonts.ts";
import { signatures } from "./corrections/signatures.ts";
import { streams } from "./corrections/streams.ts";
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
  resources,
  optionalContent,
  outputIntents,
  graphicsState,
  images,
  deviceCmyk,
  xobjects,
  substituteFonts,
  fonts,
  fontWidths,
  partMetadata,
  streams,
];
