/**
 * What the alternative text of a picture begins with that has none: the tag of the picture follows. The printer marks
 * such pictures in the document, since nothing else in the printed PDF says which they are.
 */
export const PICTURE_MARK = "\u{f8ff}quire-picture:";
