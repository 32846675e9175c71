/** The classes of work, named by the engine that an operation needs most; each class is a queue of jobs of its own. */
export const WORK_CLASSES = ["pdf", "ocr", "browser"] as const;

/**
 * The class of an operation: `pdf` reads and writes PDF; `ocr` reads pictures of pages, by text recognition or a model;
 * `browser` prints documents.
 */
export type WorkClass = (typeof WORK_CLASSES)[number];
