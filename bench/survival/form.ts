import type { Plan } from "./plan.ts";

export interface FieldFact {
  /** The places of its widgets: `page width, bottom`. A field is identified by where it is shown. */
  readonly widgets: readonly string[];
  readonly type: string;
  /** The value; a name has its slash. */
  readonly value: string;
  /** The font of the default appearance, and its size: "Helvetica 9"; undefined for buttons. */
  readonly appearance: string | undefined;
}

export interface WidgetFact {
  readonly place: string;
  /** The text that the content of its normal appearance, in its present state, shows. */
  readonly shows: string;
}

const FIELD_SIZE = 12;
const RADIO_BUTTONS = 2 ** 15;
const COMBO = 2 ** 17;

/** Adds a form whose fields have the names, types and places of those of the other documents, and other values. */
export function addForm(plan: Plan) {
  const form = new FormDraft(plan);
  const { key, font, inheritedSize, values } = plan.variant;
  const name = form.textField("name", `Ada of ${key}`, { page: 0, bottom: 400 });
  form.field(
    `/FT /Ch /T (colour) /Ff ${COMBO} /Opt [ (red) (green) (blue) ] /V (${values.colour}) ${form.ownAppearance}`,
    {
      type: "/Ch",
      value: values.colour,
      widgets: [form.textWidget(`${values.colour} of ${key}`, { page: 0, bottom: 380 })],
    },
  );
  form.field(`/FT /Btn /T (agree) /V /${values.agree}`, {
    type: "/Btn",
    value: `/${values.agree}`,
    widgets: [
      form.button(values.agree === "Off" ? "Yes" : values.agree, values.agree !== "Off", { page: 0, bottom: 360 }),
    ],
  });
  form.field(`/FT /Btn /T (size) /Ff ${RADIO_BUTTONS} /V /${values.size}`, {
    type: "/Btn",
    value: `/${values.size}`,
    widgets: ["Small", "Large"].map((state, index) =>
      form.button(state, state === values.size, { page: 3, bottom: 360 - 20 * index }),
    ),
  });
  const person = form.parent("person");
  const city = `Oslo of ${key}`;
  form.field(
    `/FT /Tx /T (city) /V (${city}) ${form.ownAppearance}`,
    {
      type: "/Tx",
      value: city,
      widgets: [1, 2].map((page) => form.textWidget(city, { page, bottom: 340 })),
    },
    person,
  );
  const total = form.textField("total", `12 of ${key}`, { page: 2, bottom: 320 });
  const fontEntry = `/DR << /Font << /F1 ${plan.font} 0 R >> >>`;
  const inherited = inheritedSize === undefined ? "" : `/DA (/F1 ${inheritedSize} Tf 0 g)`;
  form.finish();
  return {
    entries: `/AcroForm << /Fields [ ${form.roots.join(" ")} ] /CO [ ${total.number} 0 R ${name.number} 0 R ] ${fontEntry} ${inherited} >>`,
    fields: form.fields.map((field) => ({
      ...field,
      appearance: field.type === "/Btn" ? undefined : `${font} ${inheritedSize ?? FIELD_SIZE}`,
    })),
    widgets: form.widgets,
    calculationOrder: [total.place, name.place],
  };
}

interface Place {
  /** The index of the page, from 0. */
  readonly page: number;
  readonly bottom: number;
}

interface Widget {
  readonly number: number;
  readonly place: string;
  /** The entries of the dictionary except the parent. */
  readonly body: string;
}

class FormDraft {
  readonly roots: string[] = [];
  readonly fields: { type: string; value: string; widgets: readonly string[] }[] = [];
  readonly widgets: WidgetFact[] = [];
  readonly ownAppearance: string;
  readonly #plan: Plan;
  readonly #parents: { number: number; name: string; kids: string[] }[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.ownAppearance = plan.variant.inheritedSize === undefined ? `/DA (/F1 ${FIELD_SIZE} Tf 0 g)` : "";
  }

  /** Adds a field that only has others under it. */
  parent(name: string) {
    const parent = { number: this.#plan.draft.reserve(), name, kids: [] };
    this.roots.push(`${parent.number} 0 R`);
    this.#parents.push(parent);
    return parent;
  }

  /** Adds a field and its widget in one dictionary, with a calculation. */
  textField(name: string, value: string, place: Place): Widget {
    const widget = this.textWidget(value, place);
    const calculation = `/AA << /C << /S /JavaScript /JS (event.value = event.value;) >> >>`;
    const field = `/FT /Tx /T (${name}) /V (${value}) ${calculation} ${this.ownAppearance}`;
    this.#plan.draft.set(widget.number, `<< ${field} ${widget.body} >>`);
    this.roots.push(`${widget.number} 0 R`);
    this.fields.push({ type: "/Tx", value, widgets: [widget.place] });
    return widget;
  }

  field(
    entries: string,
    { type, value, widgets }: { type: string; value: string; widgets: readonly Widget[] },
    parent?: { number: number; kids: string[] },
  ): void {
    const { draft } = this.#plan;
    const kids = widgets.map(({ number }) => `${number} 0 R`).join(" ");
    const above = parent === undefined ? "" : `/Parent ${parent.number} 0 R`;
    const number = draft.add(`<< ${entries} ${above} /Kids [ ${kids} ] >>`);
    for (const widget of widgets) {
      draft.set(widget.number, `<< ${widget.body} /Parent ${number} 0 R >>`);
    }
    (parent?.kids ?? this.roots).push(`${number} 0 R`);
    this.fields.push({ type, value, widgets: widgets.map(({ place }) => place) });
  }

  textWidget(shows: string, place: Place): Widget {
    return this.#widget(place, shows, `/N ${this.#appearance(shows)}`, "");
  }

  button(state: string, isOn: boolean, place: Place): Widget {
    const { key } = this.#plan.variant;
    const [on, off] = [`${state} of ${key}`, `not ${state} of ${key}`];
    const states = `<< /${state} ${this.#appearance(on)} /Off ${this.#appearance(off)} >>`;
    return this.#widget(place, isOn ? on : off, `/N ${states}`, `/AS /${isOn ? state : "Off"}`);
  }

  finish(): void {
    for (const { number, name, kids } of this.#parents) {
      this.#plan.draft.set(number, `<< /T (${name}) /Kids [ ${kids.join(" ")} ] >>`);
    }
  }

  #appearance(shows: string): string {
    const resources = `/Resources << /Font << /F1 ${this.#plan.font} 0 R >> >>`;
    const content = `/Tx BMC BT /F1 9 Tf 2 4 Td (${shows}) Tj ET EMC`;
    return `${this.#plan.draft.stream(`/Type /XObject /Subtype /Form /BBox [ 0 0 100 15 ] ${resources}`, content)} 0 R`;
  }

  #widget({ page, bottom }: Place, shows: string, appearance: string, state: string): Widget {
    const { draft, variant, pages, annotations } = this.#plan;
    const number = draft.reserve();
    annotations[page]?.push(number);
    const place = `${variant.widthPt + page} ${bottom}`;
    this.widgets.push({ place, shows });
    const rectangle = `/Rect [ 150 ${bottom} 250 ${bottom + 15} ]`;
    const body = `/Type /Annot /Subtype /Widget /F 4 /P ${pages[page]} 0 R ${rectangle} ${state} /AP << ${appearance} >>`;
    return { number, place, body };
  }
}
