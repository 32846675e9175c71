import type { ImageUrl } from "../common/images.ts";
import type { Frame } from "./document-frame.ts";

export interface HtmlOptions {
  /** `document` where nothing is said. */
  readonly frame?: Frame;
  /** `data-bbox` of blocks: left, top, right and bottom in points from the page's top left corner. */
  readonly hasBoxes?: boolean;
  /** Running heads and feet too. */
  readonly keepsRunningHeaders?: boolean;
  /** Data URLs of images alone are written. */
  readonly imageUrl?: ImageUrl;
}

export const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z\d+/=]*$/i;
