/** Places where the published interface can be read in two ways (contract §14), as values. */
export interface Compatibility {
  readonly jpegExtension: "jpg" | "jpeg";
}
