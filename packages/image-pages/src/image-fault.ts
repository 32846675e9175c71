/** The error for an image that cannot be put into a document; the message is a sentence for whoever sent it. */
export class ImageFault extends Error {
  override readonly name = "ImageFault";
}
