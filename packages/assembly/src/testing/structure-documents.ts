import { pdfOf, streamOf } from "./catalog-documents.ts";

export interface TaggedDocument {
  /** The paragraphs of each page. */
  readonly texts: readonly (readonly string[])[];
  /** The entries of the structure tree root; `catalog` has those of the catalog. */
  readonly root?: string;
  readonly catalog?: string;
  /** The entries of each page, besides its contents and key. */
  readonly page?: (index: number) => string;
  /** The type of a paragraph, and further entries of its element. */
  readonly paragraph?: string;
  /** The kids of the document's element after the paragraphs; `kids` replaces the paragraphs as well. */
  readonly moreKids?: string;
  readonly kids?: string;
  /** The entries of the parent tree after those of the pages. */
  readonly moreParents?: string;
  /** The bodies of other objects; they replace those that are made. */
  readonly objects?: Readonly<Record<number, string>>;
}

/**
 * The object number of the structure tree's root; `DOCUMENT` is that of the element under it that has all paragraphs.
 */
export const ROOT = 10;
export const DOCUMENT = 11;
const pageNumber = (page: number): number => 100 + page;
/** Returns the object number of a paragraph's element. */
export const paragraphNumber = (page: number, mcid: number): number => 100_000 + 100 * page + mcid;

/** Makes a tagged file, a document of paragraphs, each of which is one marked-content sequence. */
export function taggedPdf(document: TaggedDocument): Buffer {
  const {
    texts,
    root = "",
    catalog = "",
    page = () => "",
    paragraph = "/S/P",
    moreKids = "",
    moreParents = "",
  } = document;
  const objects: Record<number, string> = {};
  for (const [index, paragraphs] of texts.entries()) {
    for (const mcid of paragraphs.keys()) {
      const entries = `${paragraph}/P ${DOCUMENT} 0 R/Pg ${pageNumber(index)} 0 R/K ${mcid}`;
      objects[paragraphNumber(index, mcid)] = `<</Type/StructElem${entries}>>`;
    }
    objects[50_000 + index] = streamOf(paragraphs.map(marked).join("\n"));
  }
  const references = texts.map((paragraphs, index) =>
    paragraphs.map((_, mcid) => `${paragraphNumber(index, mcid)} 0 R`),
  );
  const parents = references.map((elements, index) => `${index}[${elements.join(" ")}]`).join("");
  const kids = document.kids ?? `${references.flat().join(" ")} ${moreKids}`;
  return pdfOf({
    catalog: `/MarkInfo<</Marked true>>/StructTreeRoot ${ROOT} 0 R${catalog}`,
    pages: texts.map(
      (_, index) =>
        `/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents ${50_000 + index} 0 R/StructParents ${index}${page(index)}`,
    ),
    objects: {
      [ROOT]: `<</Type/StructTreeRoot/K ${DOCUMENT} 0 R/ParentTree<</Nums[${parents}${moreParents}]>>${root}>>`,
      [DOCUMENT]: `<</Type/StructElem/S/Document/P ${ROOT} 0 R/K[${kids}]>>`,
      ...objects,
      ...document.objects,
    },
  });
}

const marked = (text: string, mcid: number): string =>
  `/P<</MCID ${mcid}>>BDC BT /F 8 Tf 5 ${90 - 10 * mcid} Td (${text}) Tj ET EMC`;

/**
 * Makes a document of two pages: a link on the second, a form with marked content drawn by the first, and an element on
 * both.
 */
export function withObjects(): Buffer {
  return taggedPdf({
    texts: [["one"], ["two"]],
    page: (index) => (index === 0 ? "/Resources<</XObject<</X 40 0 R>>>>" : "/Annots[30 0 R]"),
    moreKids: "20 0 R 21 0 R 22 0 R",
    moreParents: "2 20 0 R 3[22 0 R]",
    objects: {
      20: "<</Type/StructElem/S/Link/P 11 0 R/Pg 101 0 R/K<</Type/OBJR/Obj 30 0 R>>>>",
      21: "<</Type/StructElem/S/Both/P 11 0 R/Pg 100 0 R/K[1<</Type/MCR/Pg 101 0 R/MCID 1>>]>>",
      22: "<</Type/StructElem/S/Figure/P 11 0 R/Pg 100 0 R/K<</Type/MCR/Stm 41 0 R/MCID 0>>>>",
      30: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 2/A<</S/URI/URI(x:)>>>>",
      40: streamOf("/Y Do", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</Y 41 0 R>>>>"),
      41: streamOf("/Span<</MCID 0>>BDC EMC", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 3"),
      [ROOT]: `<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[${paragraphNumber(0, 0)} 0 R 21 0 R]1[${paragraphNumber(1, 0)} 0 R 21 0 R]2 20 0 R 3[22 0 R]]>>>>`,
    },
  });
}
