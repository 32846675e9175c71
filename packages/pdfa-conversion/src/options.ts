/* What a conversion can be told, and what it reports: values and types alone, for those who load nothing else. */

/** The parts and levels of PDF/A (ISO 19005) that documents can be converted to. */
export const TARGETS = ["1b", "2b", "2u", "3b", "3u", "4"] as const;
export type Target = (typeof TARGETS)[number];

/** Whether something was mended, taken from the document, or replaced by something that may look different. */
export const CHANGE_EFFECTS = ["changed", "dropped", "replaced"] as const;
export type ChangeEffect = (typeof CHANGE_EFFECTS)[number];

/** Whether files that are embedded in the document stay; only part 3 can hold files of any kind. */
export const ATTACHMENT_CHOICES = ["keep", "drop"] as const;
export type Attachments = (typeof ATTACHMENT_CHOICES)[number];

/**
 * What is said of each kind of change; those whose effect is not `changed` are what a reader has to know: something
 * was taken from the document, or another thing stands for it.
 */
export const CHANGES = {
  protection_removed: ["changed", "The protection was removed: no part of PDF/A permits encryption."],
  metadata_written: ["changed", "The metadata were written anew, with the claim of conformance."],
  metadata_dropped: ["dropped", "Metadata that cannot be read, or have a form that PDF/A forbids, were removed."],
  information_dropped: ["dropped", "Entries of the information dictionary that PDF/A forbids were removed."],
  output_intent_replaced: ["changed", "The document was given the output intent sRGB."],
  actions_dropped: ["dropped", "Actions that PDF/A forbids, such as JavaScript, were removed."],
  annotations_dropped: ["dropped", "Annotations of types that PDF/A forbids were removed."],
  hidden_annotations_dropped: ["dropped", "Annotations that are not shown were removed: PDF/A permits none."],
  annotation_flags_set: ["changed", "Annotations that are shown are printed, too."],
  appearances_dropped: ["dropped", "Appearances of annotations for when a pointer is over them were removed."],
  appearances_made: ["changed", "Annotations without an appearance were given one."],
  form_behaviour_dropped: ["dropped", "The XFA part of the form was removed; its fields stay."],
  need_appearances_dropped: ["changed", "Viewers are no longer asked to draw the fields of the form anew."],
  signatures_dropped: ["dropped", "Signatures were removed: they do not hold for a changed document."],
  attachments_dropped: ["dropped", "Embedded files were removed."],
  attachments_described: ["changed", "Embedded files were given the names, types and relations that PDF/A asks for."],
  layers_described: ["changed", "Layers were given the names and the order that PDF/A asks for."],
  layer_automation_dropped: ["dropped", "What shows and hides layers by itself was removed."],
  layers_dropped: ["dropped", "The list of layers was removed: PDF/A-1 has none. All of them were shown."],
  presentation_dropped: ["dropped", "Presentations and requirements for viewers were removed."],
  printing_instructions_dropped: ["changed", "Instructions for printing presses, such as halftones, were removed."],
  image_substitutes_dropped: ["dropped", "Alternate images and references to pages and images elsewhere were removed."],
  interpolation_dropped: ["changed", "Images are no longer smoothed when they are enlarged."],
  postscript_dropped: ["dropped", "Fragments of PostScript were removed."],
  invalid_values_mended: [
    "changed",
    "Values that the standard does not define were replaced by those that viewers assume.",
  ],
  streams_encoded: ["changed", "Streams in an encoding that PDF/A forbids were encoded anew."],
  external_streams_dropped: ["dropped", "References to data in other files were removed."],
  resources_listed: ["changed", "Resources are listed where they are used."],
  page_boundaries_dropped: ["dropped", "Page boundaries of a size that PDF/A forbids were removed."],
  font_entries_mended: ["changed", "Entries of fonts were put in step with their programs."],
  font_lists_dropped: ["changed", "Lists of the glyphs in fonts were removed: they are optional, and often wrong."],
  font_programs_mended: ["changed", "Font programs were embedded in the form that their kind asks for."],
  spot_colours_described: ["changed", "Spot colours were described one by one."],
  operators_dropped: ["dropped", "Operators that PDF does not define were removed from contents."],
  transparency_groups_dropped: ["changed", "Groups for transparency, in which nothing is transparent, were removed."],
  fonts_substituted: ["replaced", "Fonts that are not embedded were replaced by embedded ones of the same widths."],
  cmyk_described: ["changed", "Colours of DeviceCMYK were given a profile."],
} as const satisfies Readonly<Record<string, readonly [ChangeEffect, string]>>;

export type ChangeCode = keyof typeof CHANGES;

/** Something that was changed, and where it was found first. */
export interface Change {
  readonly code: ChangeCode;
  readonly count: number;
  /** What was found, in a few words, such as types of actions: the first twenty different ones. */
  readonly details: readonly string[];
  /** The first places: numbers of pages and of objects in the document that was given. */
  readonly places: readonly ChangePlace[];
}

export interface ChangePlace {
  readonly page?: number | undefined;
  readonly object?: number | undefined;
}
