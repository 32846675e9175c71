import { type Json, list, object, text } from "../documents/qpdf-objects.ts";
import type { Facts } from "./documents.ts";
import type { MergedDocument } from "./merged-document.ts";
import { inOrder, type Score, scored } from "./scores.ts";

/** A field that has a value, as opposed to one that only has other fields under it. */
interface Field {
  readonly reference: Json;
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly defaultAppearance: string;
  readonly widgets: readonly Json[];
}

interface FormScores {
  readonly fields: Score;
  readonly defaultAppearances: Score;
  readonly widgets: Score;
  readonly calculationOrder: Score;
}

/**
 * Counts what of the documents' forms is in the merged one (ISO 32000-2, 12.7). A field is identified by the places of
 * its widgets.
 */
export function judgeForm(merged: MergedDocument, documents: readonly Facts[]): FormScores {
  const form = new MergedForm(merged);
  const fields = documents.flatMap((facts) => facts.fields);
  return {
    fields: scored(fields, ({ type, value, widgets }) => {
      const field = form.fieldAt(widgets);
      return field?.type === type && field.value === value && form.isAlone(field) && form.qpdfAgrees(field);
    }),
    defaultAppearances: scored(
      fields.filter(({ appearance }) => appearance !== undefined),
      ({ appearance, widgets }) => form.appearanceOf(form.fieldAt(widgets)) === appearance,
    ),
    widgets: scored(
      documents.flatMap((facts) => facts.widgets),
      ({ place, shows }) => form.shownBy(place).includes(`(${shows})`),
    ),
    calculationOrder: inOrder(
      documents.flatMap((facts) => facts.calculationOrder),
      form.calculationOrder,
    ),
  };
}

class MergedForm {
  readonly #merged: MergedDocument;
  readonly #places = new Map<Json, string>();
  readonly #fields: readonly Field[];

  constructor(merged: MergedDocument) {
    this.#merged = merged;
    for (const width of merged.widths) {
      for (const { reference, bottom } of merged.annotations(width, "/Widget")) {
        this.#places.set(reference, `${width} ${bottom}`);
      }
    }
    const top = { name: "", type: "", value: "", defaultAppearance: text(this.#form["/DA"]) };
    this.#fields = merged.qpdf.list(this.#form["/Fields"]).flatMap((field) => this.#fieldsOf(field, top));
  }

  /** Returns the field that has widgets in these places, and no others. */
  fieldAt(places: readonly string[]): Field | undefined {
    return this.#fields.find(({ widgets }) => {
      const own = widgets.map((widget) => this.#places.get(widget));
      return own.length === places.length && places.every((place) => own.includes(place));
    });
  }

  isAlone(field: Field): boolean {
    return this.#fields.every((other) => other === field || other.name !== field.name);
  }

  qpdfAgrees(field: Field): boolean {
    const entries = list(object(this.#merged.qpdf.finding("acroform"))["fields"]).map(object);
    return field.widgets.every((widget) =>
      entries.some(
        ({ annotation, fullname, value }) =>
          object(annotation)["object"] === widget && fullname === field.name && text(value) === field.value,
      ),
    );
  }

  /** Returns what the default appearance means with the resources of the form, such as "Helvetica 9". */
  appearanceOf(field: Field | undefined): string | undefined {
    const { qpdf } = this.#merged;
    const [, font = "", size] = /(\/\S+) (\S+) Tf/.exec(field?.defaultAppearance ?? "") ?? [];
    const fonts = qpdf.object(qpdf.object(this.#form["/DR"])["/Font"]);
    return `${text(qpdf.get(qpdf.object(fonts[font])["/BaseFont"])).slice(1)} ${size}`;
  }

  /** Returns the content of the normal appearance of the widget there; an empty text when it belongs to no field. */
  shownBy(place: string): string {
    const { qpdf } = this.#merged;
    const widget = this.#fields.flatMap(({ widgets }) => widgets).find((other) => this.#places.get(other) === place);
    const dict = qpdf.object(widget);
    const normal = qpdf.object(dict["/AP"])["/N"];
    return qpdf.streamData(normal) ?? qpdf.streamData(qpdf.object(normal)[text(qpdf.get(dict["/AS"]))]) ?? "";
  }

  get calculationOrder(): string[] {
    return this.#merged.qpdf
      .list(this.#form["/CO"])
      .map((field) => this.#fields.find(({ reference }) => reference === field))
      .map((field) => this.#places.get(field?.widgets[0] ?? null) ?? "");
  }

  get #form() {
    const { qpdf } = this.#merged;
    return qpdf.object(qpdf.catalog["/AcroForm"]);
  }

  /** Returns the fields below a reference. Kids without a partial name are widgets (12.7.4.1). */
  #fieldsOf(reference: Json, above: Omit<Field, "reference" | "widgets">): Field[] {
    const { qpdf } = this.#merged;
    const dict = qpdf.object(reference);
    const own = dict["/T"] === undefined ? undefined : text(qpdf.get(dict["/T"]));
    const field = {
      name: [above.name, own].filter(Boolean).join("."),
      type: text(qpdf.get(dict["/FT"] ?? above.type)),
      value: text(qpdf.get(dict["/V"] ?? above.value)),
      defaultAppearance: text(qpdf.get(dict["/DA"] ?? above.defaultAppearance)),
    };
    const kids = qpdf.list(dict["/Kids"]);
    if (kids.some((kid) => qpdf.object(kid)["/T"] !== undefined)) {
      return kids.flatMap((kid) => this.#fieldsOf(kid, field));
    }
    return [{ ...field, reference, widgets: kids.length === 0 ? [reference] : kids }];
  }
}
