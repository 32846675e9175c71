import { type Json, list, object, QpdfObjects, text } from "../documents/qpdf-objects.ts";

/** A document whose pages are identified by their width. */
export class MergedDocument {
  readonly file: string;
  readonly qpdf: QpdfObjects;
  /** The widths in the order of the pages; each with its object. */
  readonly widths: readonly number[];
  readonly #pages = new Map<number, string>();
  readonly #widthOfPage = new Map<Json, number>();

  private constructor(file: string, qpdf: QpdfObjects) {
    this.file = file;
    this.qpdf = qpdf;
    this.widths = list(qpdf.finding("pages")).map((entry) => {
      const reference = text(object(entry)["object"]);
      const width = Number(qpdf.list(qpdf.object(reference)["/MediaBox"])[2]);
      this.#pages.set(width, reference);
      this.#widthOfPage.set(reference, width);
      return width;
    });
  }

  static async read(file: string): Promise<MergedDocument> {
    return new MergedDocument(file, await QpdfObjects.read(file));
  }

  page(width: number) {
    return this.qpdf.object(this.#pages.get(width));
  }

  /** Returns references to the annotations of that subtype on a page, each with its lower edge. */
  annotations(width: number, subtype: string): { reference: Json; bottom: number }[] {
    return this.qpdf.list(this.page(width)["/Annots"]).flatMap((reference) => {
      const dict = this.qpdf.object(reference);
      const bottom = Number(this.qpdf.list(dict["/Rect"])[1]);
      return this.qpdf.get(dict["/Subtype"]) === subtype ? [{ reference, bottom }] : [];
    });
  }

  /** The outline as qpdf reads it, destinations resolved. */
  get outline(): string[] {
    const textsOf = (entries: Json | undefined, depth: number): string[] =>
      list(entries).flatMap((entry) => {
        const { title, destpageposfrom1, kids } = object(entry);
        const page = this.widths[Number(destpageposfrom1) - 1] ?? 0;
        return [outlineText({ depth, title: text(title), page }), ...textsOf(kids, depth + 1)];
      });
    return textsOf(this.qpdf.finding("outlines"), 0);
  }

  /** The label of each page as `style-prefix-number`, as qpdf reads them. */
  get labels(): Map<number, string> {
    const pages = list(this.qpdf.finding("pages"));
    return new Map(
      pages.map((entry, index) => {
        const label = object(object(entry)["label"]);
        const style = text(label["/S"]).slice(1);
        return [this.widths[index] ?? 0, `${style}-${text(label["/P"])}-${text(label["/St"] ?? 1)}`];
      }),
    );
  }

  /** Returns the destination of a link as `page@top`; undefined for a link that leads nowhere. */
  destinationOfLink(width: number, bottom: number): string | undefined {
    const link = this.#link(width, bottom);
    const action = this.qpdf.object(link["/A"]);
    const target = link["/Dest"] ?? (action["/S"] === "/GoTo" ? action["/D"] : undefined);
    const found = this.#named(this.qpdf.get(target));
    const value = this.qpdf.get(found);
    const [page, , , top] = this.qpdf.list(Array.isArray(value) ? value : this.qpdf.object(value)["/D"]);
    const targetWidth = this.#widthOfPage.get(page ?? null);
    return targetWidth === undefined ? undefined : `${targetWidth}@${text(top)}`;
  }

  /** Returns whether the parent tree leads to an element that has this marked content (ISO 32000-2, 14.7.5.4). */
  hasElementOf(width: number, mcid: number): boolean {
    const reference = this.#pages.get(width) ?? null;
    const element = this.qpdf.list(this.#parentOf(this.page(width)["/StructParents"]))[mcid];
    return (
      this.#isInTree(element) &&
      this.#kidsOf(element).some((kid) => {
        const dict = this.qpdf.object(kid);
        const page = dict["/Pg"] ?? this.qpdf.object(element)["/Pg"];
        return (kid === mcid || dict["/MCID"] === mcid) && page === reference;
      })
    );
  }

  hasElementOfLink(width: number, bottom: number): boolean {
    const reference = this.annotations(width, "/Link").find((link) => link.bottom === bottom)?.reference;
    const element = this.#parentOf(this.#link(width, bottom)["/StructParent"]);
    return (
      reference !== undefined &&
      this.#isInTree(element) &&
      this.#kidsOf(element).some((kid) => this.qpdf.object(kid)["/Obj"] === reference)
    );
  }

  #link(width: number, bottom: number) {
    return this.qpdf.object(this.annotations(width, "/Link").find((link) => link.bottom === bottom)?.reference);
  }

  /**
   * Resolves a named destination. Strings are names of the tree, names those of the dictionary (12.3.2.4); all others
   * are destinations themselves.
   */
  #named(target: Json): Json {
    const { catalog } = this.qpdf;
    if (typeof target !== "string") {
      return target;
    }
    if (target.startsWith("/")) {
      return this.qpdf.object(catalog["/Dests"])[target] ?? null;
    }
    const tree = this.qpdf.pairs(this.qpdf.object(catalog["/Names"])["/Dests"], "/Names");
    return tree.find(([name]) => name === target)?.[1] ?? null;
  }

  #parentOf(key: Json | undefined): Json {
    const root = this.qpdf.object(this.qpdf.catalog["/StructTreeRoot"]);
    const parents = this.qpdf.pairs(root["/ParentTree"], "/Nums");
    return parents.find(([number]) => number === (key ?? null))?.[1] ?? null;
  }

  #kidsOf(element: Json | undefined): readonly Json[] {
    const kids = this.qpdf.object(element)["/K"] ?? null;
    const value = this.qpdf.get(kids);
    return Array.isArray(value) ? (value as readonly Json[]) : [kids];
  }

  /** Returns whether the element is reached from the root of the structure tree. */
  #isInTree(element: Json | undefined): boolean {
    const root = this.qpdf.catalog["/StructTreeRoot"];
    let current = element;
    for (let depth = 0; depth < 10; depth += 1) {
      const parent = this.qpdf.object(current)["/P"];
      if (parent === undefined || !this.#kidsOf(parent).includes(current ?? null)) {
        return false;
      }
      if (parent === root) {
        return true;
      }
      current = parent;
    }
    return false;
  }
}

/** Returns an entry of an outline as one text. */
export const outlineText = ({ depth, title, page }: { depth: number; title: string; page: number }): string =>
  `${depth} ${title} ${page}`;
