/*
 * The price list (contract §5, credits; a credit is 0.001 USD). A tariff is one value: its sentence for people and its
 * arithmetic are made of the same numbers.
 */

/** The price of something that is charged. */
export interface Tariff<Measured extends readonly unknown[]> {
  /** One sentence for people. */
  readonly price: string;
  readonly credits: (...measured: Measured) => number;
}

/** The price of a page that is read from its image, by the way in which it is read. */
export const CREDITS_PER_PAGE_READ = { simple: 0, advanced: 1, accurate: 10, fast: 2 } as const;

/** The additional price of a page whose text a model has corrected. */
export const CREDITS_PER_PAGE_ENHANCED = 2;

const MEGABYTE_BYTES = 1024 * 1024;

/** A request with files of so many bytes together. */
export const SIZE_TARIFF: Tariff<[sizeBytes: number]> = startedSize({ base: 1, includedMegabytes: 100 });

function startedSize({ base, includedMegabytes }: { readonly base: number; readonly includedMegabytes: number }) {
  const size = `${includedMegabytes} MB`;
  return {
    price: `${named(base)} per request, and 1 per started ${size} above ${size}.`,
    credits: (sizeBytes: number) => base + startedAbove(sizeBytes, includedMegabytes * MEGABYTE_BYTES),
  };
}

const PRINTED_PAGES = 25;

/** Returns the tariff of a printed document by its number of pages; it costs at least `base`. */
export const printedTariff = (base: number): Tariff<[pages: number]> => ({
  price: `${named(base)} per document, and 1 per started ${PRINTED_PAGES} pages above ${PRINTED_PAGES}.`,
  credits: (pages) => base + startedAbove(pages, PRINTED_PAGES),
});

const RENDERED_PAGES = { usual: 10, fine: 5, fineDpi: 300 } as const;

/**
 * The price of pages that are drawn at a resolution. Images of a size of their own, whose resolution is undefined, cost
 * what the usual resolutions do.
 */
export const RENDERING_TARIFF: Tariff<[pages: number, dpi: number | undefined]> = {
  price:
    `1 credit per started ${RENDERED_PAGES.usual} pages rendered; at ${RENDERED_PAGES.fineDpi} dpi, without a custom size, per ` +
    `started ${RENDERED_PAGES.fine} pages.`,
  credits: (pages, dpi) =>
    Math.ceil(pages / (dpi === RENDERED_PAGES.fineDpi ? RENDERED_PAGES.fine : RENDERED_PAGES.usual)),
};

const COMPARED_PAGES = 10;

/** The price of so many pages that are converted, and compared with what they were. */
export const CONVERSION_TARIFF: Tariff<[pages: number]> = {
  price: `1 credit per started ${COMPARED_PAGES} pages.`,
  credits: (pages) => Math.ceil(pages / COMPARED_PAGES),
};

const EXTRACTED_PAGES = 50;

/** The text of so many pages; what is read from images comes on top. */
export const EXTRACTION_TARIFF: Tariff<[pages: number]> = {
  price:
    `1 credit per document, 1 more per started ${EXTRACTED_PAGES} pages above ${EXTRACTED_PAGES}, and for each page that ` +
    `is read from its image what OCR costs: ${CREDITS_PER_PAGE_READ.advanced}, ${CREDITS_PER_PAGE_READ.simple} with ` +
    `\`ocr_engine=simple\`, ${CREDITS_PER_PAGE_READ.accurate} with \`vision\`; pages that cannot be read are free.`,
  credits: (pages) => 1 + startedAbove(pages, EXTRACTED_PAGES),
};

/** Returns the tariff of pages that are read by text recognition. */
export const recognitionTariff = (perPage: number): Tariff<[pages: number, isEnhanced: boolean]> => ({
  price:
    perPage === 0
      ? `0 credits; ${CREDITS_PER_PAGE_ENHANCED} for each page whose text \`enhance\` has cleaned up.`
      : `${named(perPage)} per page read, and ${CREDITS_PER_PAGE_ENHANCED} for each whose text \`enhance\` has cleaned up.`,
  credits: (pages, isEnhanced) => (perPage + (isEnhanced ? CREDITS_PER_PAGE_ENHANCED : 0)) * pages,
});

/** Returns the tariff of pages that are read by one of the models, which are given by their names. */
export const transcriptionTariff = <Model extends string>(
  models: Readonly<Record<Model, { readonly creditsPerPage: number }>>,
): Tariff<[pages: number, model: Model]> => {
  const prices = Object.entries<{ readonly creditsPerPage: number }>(models).map(
    ([model, { creditsPerPage }], index) =>
      index === 0 ? `${named(creditsPerPage)} per page with ${model}` : `${creditsPerPage} with ${model}`,
  );
  return {
    price: `${prices.join(", ")}; blank pages and those that come to nothing are free.`,
    credits: (pages, model) => models[model].creditsPerPage * pages,
  };
};

function named(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}

/** Returns how many times `included` has been started above the first, which costs nothing. */
function startedAbove(amount: number, included: number): number {
  return Math.max(0, Math.ceil((amount - included) / included));
}
