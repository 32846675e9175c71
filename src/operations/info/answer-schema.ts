import { DESCRIPTION_LIMITS, FIELD_TYPES, FONT_TYPES, PERMISSION_NAMES } from "../../engines/inspection/port.ts";
import {
  choice,
  count,
  flag,
  listedOf,
  listOf,
  nullable,
  number,
  object,
  type Schema,
  text,
} from "../answer-schemas.ts";
import { conformanceSchema, metadataSchema } from "../metadata/metadata-schema.ts";

/* The JSON Schema of an answer, for the API description. */

const page: Schema = { type: "integer", minimum: 1, description: "Number of the page." };
const time = (description: string): Schema => nullable({ type: "string", format: "date-time", description });
const textOrNull = (description: string): Schema => nullable(text(description));
const box = (name: string): Schema => ({
  type: "array",
  items: { type: "number" },
  minItems: 4,
  maxItems: 4,
  description: `${name}: left, bottom, right, top in units of the page's space, within the media box.`,
});
const onPages = (what: string): Record<string, Schema> => ({
  pages: listOf(
    { type: "integer", minimum: 1 },
    `Pages that show the ${what}: the first ${DESCRIPTION_LIMITS.pagesOfOne}.`,
  ),
  page_count: count(`How many pages show it; 0 where only a page's resources have it.`),
});
const objectNumber = nullable(count("Number of the object; null where it is none of its own."));

const describedPage = object({
  page,
  label: textOrNull("Label that viewers show, such as `iv`; null in a document without labels."),
  size: textOrNull("Name of the paper of that size, such as `A4`, in either orientation."),
  width_pt: number("Width as it is shown: of the crop box, rotated, in points."),
  height_pt: number("Height as it is shown, in points."),
  rotation: { type: "integer", enum: [0, 90, 180, 270], description: "Rotation in degrees clockwise." },
  user_unit: number("Points of a unit of the page's space, mostly 1."),
  media_box: box("Media box"),
  crop_box: box("Crop box"),
  bleed_box: box("Bleed box"),
  trim_box: box("Trim box"),
  art_box: box("Art box"),
});

const font = object({
  name: textOrNull("Name without the letters of a subset."),
  base_font: textOrNull("Name as it is written, such as `ABCDEF+Lato`."),
  type: choice(FONT_TYPES, "Kind of the font and of its embedded program."),
  encoding: text("Name of the encoding or CMap; `custom` with differences, `built-in` where the font's own holds."),
  is_embedded: flag("Whether the document has the font's program."),
  is_subset: flag("Whether its name says that it is a subset."),
  has_to_unicode: flag("Whether it has a map of its codes to Unicode."),
  ...onPages("font"),
  object: objectNumber,
});

const image = object({
  width_px: count("Width in pixels."),
  height_px: count("Height in pixels."),
  kind: choice(
    ["image", "stencil", "inline"],
    "A stencil is painted in the colour of its place; an inline image is part of a page's content.",
  ),
  color_space: textOrNull("Family of the colour space; null for a stencil, and where the image data say it."),
  components: nullable(count("Number of colour components.")),
  bits_per_component: nullable(count("Bits of a component.")),
  filters: listOf({ type: "string" }, "Filters of its data, such as `DCTDecode` for JPEG."),
  mask: nullable(choice(["soft", "stencil", "color_key"], "Kind of its mask.")),
  x_ppi: nullable(number("Horizontal pixels per inch where it is shown largest; null where no page shows it.")),
  y_ppi: nullable(number("Vertical pixels per inch there.")),
  placements: count("How often pages show it."),
  size_bytes: count("Size of its data in the file."),
  ...onPages("image"),
  object: objectNumber,
});

const signature = object({
  field: textOrNull("Full name of the field."),
  page: nullable(page),
  is_signed: flag("False for a field that waits for a signature."),
  kind: choice(["signature", "timestamp", "empty"], "What it is."),
  signer_name: textOrNull("Name of the signer as the signature says it."),
  certificate_name: textOrNull("Common name in the certificate."),
  time: time("Time of signing as the signature says it."),
  reason: textOrNull("Reason."),
  location: textOrNull("Place."),
  contact: textOrNull("How to reach the signer."),
  format: textOrNull("Format, such as `ETSI.CAdES.detached`."),
  is_certification: flag("Whether it certifies the document, and says what may be changed."),
  covers_whole_file: flag("Whether its range spans the whole file but itself."),
  is_verified: { type: "boolean", enum: [false], description: "Nothing of a signature is verified." },
});

const attachment = object({
  name: text("Name of the file."),
  size_bytes: nullable(count("Size as the document says it.")),
  media_type: textOrNull("Media type as the document says it."),
  description: textOrNull("Description."),
  relationship: textOrNull("Relationship to the document, such as `Source`."),
  created_at: time("When the file was made."),
  modified_at: time("When it was last changed."),
  page: nullable({ ...page, description: "Page whose annotation has it; null for one of the document." }),
});

const layer = object({
  name: text("Name."),
  is_visible: flag("Whether it is shown when the document is opened."),
  is_printed: nullable(flag("Whether it is printed; null where the document does not say.")),
  is_locked: flag("Whether viewers do not let it be switched."),
});

export const answerSchema: Schema = object({
  filename: text("Name of the uploaded file."),
  size_bytes: count("Size of the uploaded file."),
  pdf_version: text("Version of PDF: the header's, or the catalog's where that is later."),
  page_count: { type: "integer", minimum: 1, description: "Number of pages of the document." },
  is_linearized: flag("Whether the file is arranged for fast view over a network."),
  is_tagged: flag("Whether the document says that it is tagged."),
  is_repaired: flag("Whether the file is damaged, and was read as far as it goes."),
  metadata: metadataSchema,
  conformance: conformanceSchema,
  encryption: nullable(
    object({
      method: choice(["RC4", "AES", "none", "unknown"], "Cipher of the streams."),
      key_bits: count("Length of the key."),
      version: count("Version of the algorithm, /V."),
      revision: count("Revision of the security handler, /R."),
      user_password_required: flag("Whether the document opens only with a password."),
      opened_as: choice(["user", "owner"], "As whom the given password, or none, opened it."),
      encrypts_metadata: flag("Whether the XMP metadata are encrypted too."),
      permissions: object(
        Object.fromEntries(
          PERMISSION_NAMES.map((name) => [name, flag("Whether that may be done with the user password.")]),
        ),
      ),
    }),
  ),
  page_sizes: listedOf(
    object({
      name: textOrNull("Name of the paper, such as `A4`."),
      orientation: choice(["portrait", "landscape", "square"], "Orientation as it is shown."),
      width_pt: number("Width in points."),
      height_pt: number("Height in points."),
      pages: { type: "integer", minimum: 1, description: "How many pages have it." },
    }),
    DESCRIPTION_LIMITS.pageSizes,
    "Sizes of the pages, the most frequent first.",
  ),
  pages: listedOf(describedPage, DESCRIPTION_LIMITS.pages, "The pages that `pages` selects."),
  fonts: listedOf(font, DESCRIPTION_LIMITS.fonts, "Fonts of these pages."),
  images: listedOf(image, DESCRIPTION_LIMITS.images, "Images of these pages, each once."),
  outline: object({ entries: count("Number of entries of the outline (bookmarks).") }),
  form: nullable(
    object({
      fields: count("Number of form fields."),
      by_type: object(Object.fromEntries(FIELD_TYPES.map((type) => [type, count(`Fields of the type ${type}.`)]))),
      xfa: choice(["none", "static", "dynamic"], "Whether the form is also, or only, one of XFA."),
      needs_appearances: flag("Whether viewers are to draw the fields themselves."),
    }),
  ),
  javascript: object({
    total: count("Number of scripts, wherever they hang."),
    of_document: count("Those of the document itself."),
    on_open: flag("Whether one runs when the document is opened."),
  }),
  signatures: listedOf(
    signature,
    DESCRIPTION_LIMITS.signatures,
    "Signatures and fields for them, as they present themselves.",
  ),
  attachments: listedOf(attachment, DESCRIPTION_LIMITS.attachments, "Embedded files."),
  layers: listedOf(layer, DESCRIPTION_LIMITS.layers, "Layers (optional content)."),
});
