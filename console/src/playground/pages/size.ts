/** The size of a page or an image, in whatever unit its boxes have. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
