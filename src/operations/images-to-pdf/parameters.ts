import { z } from "zod";
import { IMAGE_FITS, IMAGE_PDFA_LEVELS, PAGE_ORIENTATIONS, type PageLayout } from "../../engines/image-pages/port.ts";
import type { Warning } from "../../kernel/failure.ts";
import { addFault, valueError } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";

/** The bounds of a margin, in points, as those of printed pages. */
const MARGIN = { min: 0, max: 144 } as const;
/** The space that margins have to leave, in points. */
const MIN_ROOM_PT = 9;

export const imagesToPdfSchema = z
  .object({
    page_size: fields
      .pageSizeOrFit()
      .describe(
        "`fit`: each page is as large as its image. Else the paper of all pages: A0 to A6, Letter, Legal, Tabloid, or " +
          "width and height such as `210x297mm`.",
      ),
    orientation: fields
      .choice({ values: PAGE_ORIENTATIONS, default: "auto" })
      .describe("How paper lies; `auto` turns each page as its image lies. Without meaning for `page_size=fit`."),
    margin: fields
      .optionalLength(MARGIN)
      .transform((given) => given ?? 0)
      .meta({ default: 0 })
      .describe("Margin on all sides of each page: points up to 144, or a length such as `10mm`."),
    fit: fields
      .choice({ values: IMAGE_FITS, default: "contain" })
      .describe(
        "How an image fills the paper between the margins: all of it (`contain`), cut at two sides so that nothing " +
          "stays blank (`cover`), out of proportion (`stretch`), or not at all: in its own size, in the middle " +
          "(`none`). Without meaning for `page_size=fit`.",
      ),
    dpi: fields
      .integer({ min: 10, max: 2400, default: 96 })
      .describe("Resolution of images that do not state their own, in dots per inch."),
    background: fields
      .optionalCssColour()
      .describe(
        "Colour of the paper, as `#RRGGBB`, `#RGB` or a name of CSS: it shows in margins and behind transparent " +
          "parts. Absent: none is painted, and readers show white.",
      ),
    title: fields.optionalText({ maxLength: 1000 }).describe("Title in the document's information."),
    pdfa: fields
      .optionalFormChoice({ values: IMAGE_PDFA_LEVELS })
      .describe(
        "PDF/A level that the result conforms to: it is validated before it is delivered. What cannot conform, such " +
          "as an image of printing inks without a profile, is refused with `not_convertible`.",
      ),
    output_filename: fields
      .optionalText()
      .meta({ default: "images.pdf" })
      .describe("File name of the result; absent: for a single image its own name, ending in `.pdf`."),
  })
  .superRefine(({ page_size: size, margin }, context) => {
    // A field with a fault has a value of another type.
    const isPaper = typeof size === "object" && typeof margin === "number";
    if (isPaper && Math.min(size.widthPt, size.heightPt) - 2 * margin < MIN_ROOM_PT) {
      const error = "the margins leave no room for an image on this paper; give a smaller margin or larger paper";
      addFault(context, valueError(error), { path: ["margin"], input: margin });
    }
  });
export type ImagesToPdfParameters = z.output<typeof imagesToPdfSchema>;

export const layoutOf = ({
  page_size,
  orientation,
  margin,
  fit,
  dpi,
  background,
}: ImagesToPdfParameters): PageLayout => ({
  size: page_size,
  orientation,
  marginPt: margin,
  fit,
  dpi,
  background,
});

/** Returns a warning for each field about paper where there is none. */
export function unusedFields({ page_size, orientation, fit }: ImagesToPdfParameters): readonly Warning[] {
  const names = [...(orientation === "auto" ? [] : ["orientation"]), ...(fit === "contain" ? [] : ["fit"])];
  return page_size === "fit" ? names.map((name) => ({ code: "unused_field", parameters: { name } })) : [];
}
