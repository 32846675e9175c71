/** Why an image cannot be given as a file. The message is a sentence about the image, for people. */
export class ImageLoss extends Error {}
