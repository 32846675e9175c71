import type { ImageUrl } from "../common/images.ts";
import type { Frame } from "./document-frame.ts";

export interface HtmlOptions {
  /** The frame of the sections; `document` by default. */
  readonly frame?: Frame;
  /** Whether blocks have a `data-bbox`: left, top, right and bottom in points from the page's top left corner. */
  readonly hasBoxes?: boolean;
  /** Whether running headers and footers are written too. */
  readonly keepsRunningHeaders?: boolean;
  /** Returns the addresses of images; only data URLs are written. */
  readonly imageUrl?: ImageUrl;
}

export const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z\d+/=]*$/i;
