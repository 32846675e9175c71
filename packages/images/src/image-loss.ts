/** Says why an image cannot be extracted as a file. The message is a sentence about the image, for users. */
export class ImageLoss extends Error {}
