/*
 * Table 5 of ISO/TS 32005, which ISO 32000-2, annex L, and ISO 14289-2, 8.2.5, refer to: the standard structure types
 * that may be in one another. `Hn` stands for H1, H2 and so on.
 */

/** The types that the table has columns for. */
export const COLUMNS: ReadonlySet<string> = new Set(
  (
    "Document DocumentFragment Part Div Art Sect Aside BlockQuote TOC TOCI Index NonStruct Private Title " +
    "Sub P Note Code Hn H L LI Lbl LBody BibEntry Quote Span Strong " +
    "Em Link Reference Annot Form Ruby RB RT RP Warichu WT WP FENote Table " +
    "TR TH TD THead TBody TFoot Caption Figure Formula Artifact"
  ).split(" "),
);

/** The types that an element may contain, by its type; an element of a type that is not listed may contain any. */
export const PERMITTED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    "StructTreeRoot: Document",
    "Document: Document DocumentFragment Part Div Art Sect Aside BlockQuote TOC Index NonStruct Private Title P Note Code Hn H L Link Annot Form FENote Table Figure Formula Artifact",
    "DocumentFragment: Document DocumentFragment Part Div Art Sect Aside BlockQuote TOC Index NonStruct Private Title P Note Code Hn H L Link Annot Form FENote Table Figure Formula Artifact",
    "Art: DocumentFragment Part Div Sect Aside BlockQuote TOC Index NonStruct Private Title P Note Code Hn H L Lbl Link Reference Annot Form FENote Table Caption Figure Formula Artifact",
    "Sect: DocumentFragment Part Div Art Sect Aside BlockQuote TOC Index NonStruct Private Title P Note Code Hn H L Lbl Link Reference Annot Form FENote Table Caption Figure Formula Artifact",
    "Aside: Document DocumentFragment Part Div Art Sect BlockQuote TOC Index NonStruct Private P Note Code Hn H L Lbl Link Reference Annot Form FENote Table Caption Figure Formula Artifact",
    "BlockQuote: Document DocumentFragment Part Div Art Sect BlockQuote TOC Index NonStruct Private P Note Code Hn H L Lbl Link Reference Annot Form FENote Table Caption Figure Formula Artifact",
    "TOC: Part TOC TOCI NonStruct Private Caption Artifact",
    "TOCI: Div TOC NonStruct Private P Lbl Reference Annot Artifact",
    "Index: Part Div Sect NonStruct Private P Note Hn H L Reference Annot FENote Table Caption Figure Formula Artifact",
    "Title: Part Div Aside NonStruct Private P Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Sub: NonStruct Private Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "P: NonStruct Private Sub Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Figure Formula Artifact",
    "Note: DocumentFragment Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Code: DocumentFragment Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Hn: Sect NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "H: Sect NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "L: NonStruct Private L LI Caption Artifact",
    "LI: Div NonStruct Private Lbl LBody Artifact",
    "Lbl: NonStruct Private Sub Note Code BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "LBody: Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code Hn H L BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "BibEntry: Part Div NonStruct Private Sub P Note Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "Quote: Div NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "Span: NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "Strong: NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "Em: NonStruct Private Sub Note Code Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Figure Formula Artifact",
    "Link: DocumentFragment Part Div Art Sect Aside BlockQuote NonStruct Private Title Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Reference: DocumentFragment Part Div Art Sect Aside BlockQuote NonStruct Private Title Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Annot: DocumentFragment Part Div Art Sect Aside BlockQuote NonStruct Private Title Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Form: Part Div NonStruct Private Note Code L Lbl BibEntry Reference FENote Table Caption Figure Formula Artifact",
    "Ruby: NonStruct Private RB RT RP",
    "RB: NonStruct Private Sub Quote Span Strong Em Link Reference Annot Form Artifact",
    "RT: NonStruct Private Sub Quote Span Strong Em Link Reference Annot Form Artifact",
    "RP: NonStruct Private Sub Quote Span Strong Em Link Reference Annot Form Artifact",
    "Warichu: NonStruct Private WT WP",
    "WT: NonStruct Private Sub Quote Span Strong Em Link Reference Annot Form Artifact",
    "WP: NonStruct Private Sub Quote Span Strong Em Link Reference Annot Form Artifact",
    "FENote: DocumentFragment Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Table: NonStruct Private TR THead TBody TFoot Caption Artifact",
    "TR: NonStruct Private TH TD Artifact",
    "TH: Div Art Sect Index NonStruct Private P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Figure Formula Artifact",
    "TD: Div Art Sect Index NonStruct Private P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Figure Formula Artifact",
    "THead: NonStruct Private TR Artifact",
    "TBody: NonStruct Private TR Artifact",
    "TFoot: NonStruct Private TR Artifact",
    "Caption: DocumentFragment Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Figure Formula Artifact",
    "Figure: Part Div Art Sect Aside BlockQuote Index NonStruct Private Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
    "Formula: Part Div Aside BlockQuote Index NonStruct Private Sub P Note Code Hn H L Lbl BibEntry Quote Span Strong Em Link Reference Annot Form Ruby Warichu FENote Table Caption Figure Formula Artifact",
  ].map((line) => {
    const [parent = "", kids = ""] = line.split(": ");
    return [parent, new Set(kids.split(" "))];
  }),
);

/** The types of which an element may contain one at most, by its type. */
export const AT_MOST_ONE: Readonly<Record<string, readonly string[]>> = {
  Art: ["Caption", "H"],
  Artifact: ["Caption", "H"],
  Aside: ["Caption", "H"],
  BlockQuote: ["Caption", "H"],
  Caption: ["H"],
  Code: ["Caption"],
  Document: ["H"],
  DocumentFragment: ["H"],
  Figure: ["Caption", "H"],
  Form: ["Caption"],
  Formula: ["Caption", "H"],
  H: ["Sect"],
  Hn: ["Sect"],
  Index: ["Caption"],
  L: ["Caption"],
  LBody: ["Caption", "H"],
  Note: ["Caption"],
  Sect: ["H"],
  TD: ["H"],
  TH: ["H"],
  TOC: ["Caption"],
  Table: ["Caption", "TFoot", "THead"],
  Title: ["Caption"],
};

/**
 * The types that an element may contain only where it groups others, by its type; a Caption it may then contain once.
 */
export const GROUPING_ONLY: Readonly<Record<string, readonly string[]>> = {
  Annot: [
    "Aside",
    "BlockQuote",
    "Caption",
    "DocumentFragment",
    "Form",
    "H",
    "Hn",
    "L",
    "P",
    "Reference",
    "Table",
    "Title",
  ],
  Caption: ["DocumentFragment"],
  Code: ["DocumentFragment"],
  FENote: ["Caption", "DocumentFragment"],
  Figure: ["Sub"],
  Form: ["Code", "Figure", "Formula", "L", "Reference", "Table"],
  Link: ["Aside", "BlockQuote", "Caption", "DocumentFragment", "Form", "H", "Hn", "L", "P", "Table", "Title"],
  Note: ["DocumentFragment"],
  Reference: ["Aside", "BlockQuote", "Caption", "DocumentFragment", "Form", "H", "Hn", "L", "P", "Table", "Title"],
};

/** The types of elements that have no content of their own. */
export const NO_CONTENT: ReadonlySet<string> = new Set([
  "Art",
  "Document",
  "DocumentFragment",
  "Index",
  "L",
  "Sect",
  "StructTreeRoot",
  "TBody",
  "TFoot",
  "THead",
  "TOC",
  "TOCI",
  "TR",
  "Table",
]);
