/* The words that a report has besides its data. */

/** The words of a language; `#` stands for a number, or for a name. */
export interface Words {
  readonly yes: string;
  readonly no: string;
  readonly total: string;
  /** What stands for an empty list or object. */
  readonly none: string;
  readonly noData: string;
  readonly noEntries: string;
  readonly emptyText: string;
  readonly record: string;
  readonly item: string;
  /** A number of items: of one, and of more. */
  readonly items: readonly [string, string];
  /** A number of members of an object: of one, and of more. */
  readonly fields: readonly [string, string];
  /** The heading of the values that are nested too deeply for their places. */
  readonly further: string;
  readonly reference: string;
  /** The heading of the names under which an object has others. */
  readonly key: string;
  /** What is before the names of members that have no value. */
  readonly empty: string;
  readonly sameInEveryRow: string;
  readonly emptyInEveryRow: string;
  readonly continued: string;
  /** What is said of a chart to those who do not see it. */
  readonly lineChart: string;
  readonly barChart: string;
}

const ENGLISH: Words = {
  yes: "Yes",
  no: "No",
  total: "Total",
  none: "(none)",
  noData: "No data",
  noEntries: "No entries",
  emptyText: "(empty text)",
  record: "Record #",
  item: "Item #",
  items: ["# item", "# items"],
  fields: ["# field", "# fields"],
  further: "Further values",
  reference: "Ref",
  key: "Key",
  empty: "Without a value:",
  sameInEveryRow: "The same in every row:",
  emptyInEveryRow: "Empty in every row:",
  continued: "Columns, part #",
  lineChart: "Line chart: {measure} by {axis}, {count} values from {least} to {most}",
  barChart: "Bar chart: {measure} by {axis}, {count} values from {least} to {most}",
};

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: {
    yes: "Ja",
    no: "Nein",
    total: "Summe",
    none: "(keine)",
    noData: "Keine Daten",
    noEntries: "Keine Einträge",
    emptyText: "(leerer Text)",
    record: "Datensatz #",
    item: "Eintrag #",
    items: ["# Eintrag", "# Einträge"],
    fields: ["# Feld", "# Felder"],
    further: "Weitere Werte",
    reference: "Nr",
    key: "Schlüssel",
    empty: "Ohne Wert:",
    sameInEveryRow: "In jeder Zeile gleich:",
    emptyInEveryRow: "In jeder Zeile leer:",
    continued: "Spalten, Teil #",
    lineChart: "Liniendiagramm: {measure} nach {axis}, {count} Werte von {least} bis {most}",
    barChart: "Balkendiagramm: {measure} nach {axis}, {count} Werte von {least} bis {most}",
  },
  es: {
    yes: "Sí",
    no: "No",
    total: "Total",
    none: "(ninguno)",
    noData: "Sin datos",
    noEntries: "Sin entradas",
    emptyText: "(texto vacío)",
    record: "Registro #",
    item: "Elemento #",
    items: ["# elemento", "# elementos"],
    fields: ["# campo", "# campos"],
    further: "Otros valores",
    reference: "Ref",
    key: "Clave",
    empty: "Sin valor:",
    sameInEveryRow: "Igual en todas las filas:",
    emptyInEveryRow: "Vacío en todas las filas:",
    continued: "Columnas, parte #",
    lineChart: "Gráfico de líneas: {measure} por {axis}, {count} valores de {least} a {most}",
    barChart: "Gráfico de barras: {measure} por {axis}, {count} valores de {least} a {most}",
  },
  fr: {
    yes: "Oui",
    no: "Non",
    total: "Total",
    none: "(aucun)",
    noData: "Aucune donnée",
    noEntries: "Aucune entrée",
    emptyText: "(texte vide)",
    record: "Enregistrement #",
    item: "Élément #",
    items: ["# élément", "# éléments"],
    fields: ["# champ", "# champs"],
    further: "Autres valeurs",
    reference: "Réf",
    key: "Clé",
    empty: "Sans valeur :",
    sameInEveryRow: "Identique dans chaque ligne :",
    emptyInEveryRow: "Vide dans chaque ligne :",
    continued: "Colonnes, partie #",
    lineChart: "Courbe : {measure} selon {axis}, {count} valeurs de {least} à {most}",
    barChart: "Diagramme en barres : {measure} selon {axis}, {count} valeurs de {least} à {most}",
  },
  it: {
    yes: "Sì",
    no: "No",
    total: "Totale",
    none: "(nessuno)",
    noData: "Nessun dato",
    noEntries: "Nessuna voce",
    emptyText: "(testo vuoto)",
    record: "Record #",
    item: "Elemento #",
    items: ["# elemento", "# elementi"],
    fields: ["# campo", "# campi"],
    further: "Altri valori",
    reference: "Rif",
    key: "Chiave",
    empty: "Senza valore:",
    sameInEveryRow: "Uguale in ogni riga:",
    emptyInEveryRow: "Vuoto in ogni riga:",
    continued: "Colonne, parte #",
    lineChart: "Grafico a linee: {measure} per {axis}, {count} valori da {least} a {most}",
    barChart: "Grafico a barre: {measure} per {axis}, {count} valori da {least} a {most}",
  },
  nl: {
    yes: "Ja",
    no: "Nee",
    total: "Totaal",
    none: "(geen)",
    noData: "Geen gegevens",
    noEntries: "Geen items",
    emptyText: "(lege tekst)",
    record: "Record #",
    item: "Item #",
    items: ["# item", "# items"],
    fields: ["# veld", "# velden"],
    further: "Overige waarden",
    reference: "Ref",
    key: "Sleutel",
    empty: "Zonder waarde:",
    sameInEveryRow: "In elke rij gelijk:",
    emptyInEveryRow: "In elke rij leeg:",
    continued: "Kolommen, deel #",
    lineChart: "Lijndiagram: {measure} per {axis}, {count} waarden van {least} tot {most}",
    barChart: "Staafdiagram: {measure} per {axis}, {count} waarden van {least} tot {most}",
  },
  pl: {
    yes: "Tak",
    no: "Nie",
    total: "Suma",
    none: "(brak)",
    noData: "Brak danych",
    noEntries: "Brak pozycji",
    emptyText: "(pusty tekst)",
    record: "Rekord #",
    item: "Pozycja #",
    items: ["pozycje: #", "pozycje: #"],
    fields: ["pola: #", "pola: #"],
    further: "Pozostałe wartości",
    reference: "Nr",
    key: "Klucz",
    empty: "Bez wartości:",
    sameInEveryRow: "Takie samo w każdym wierszu:",
    emptyInEveryRow: "Puste w każdym wierszu:",
    continued: "Kolumny, część #",
    lineChart: "Wykres liniowy: {measure} według {axis}, wartości: {count}, od {least} do {most}",
    barChart: "Wykres słupkowy: {measure} według {axis}, wartości: {count}, od {least} do {most}",
  },
  pt: {
    yes: "Sim",
    no: "Não",
    total: "Total",
    none: "(nenhum)",
    noData: "Sem dados",
    noEntries: "Sem entradas",
    emptyText: "(texto vazio)",
    record: "Registro #",
    item: "Item #",
    items: ["# item", "# itens"],
    fields: ["# campo", "# campos"],
    further: "Outros valores",
    reference: "Ref",
    key: "Chave",
    empty: "Sem valor:",
    sameInEveryRow: "Igual em todas as linhas:",
    emptyInEveryRow: "Vazio em todas as linhas:",
    continued: "Colunas, parte #",
    lineChart: "Gráfico de linhas: {measure} por {axis}, {count} valores de {least} a {most}",
    barChart: "Gráfico de barras: {measure} por {axis}, {count} valores de {least} a {most}",
  },
};

/** Returns the words of a locale's language, which are English where the language has none here. */
export const wordsOf = (locale: string): Words => WORDS[new Intl.Locale(locale).language] ?? ENGLISH;

/** Puts a number, or a name, into words. */
export const filled = (words: string, value: number | string): string => words.replace("#", String(value));

/** Puts a number into the words for one and for more. */
export const counted = ([one, more]: readonly [string, string], count: number): string =>
  filled(count === 1 ? one : more, count);

/** Puts values into words, in place of their names in braces. */
export const described = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => values[name] ?? "");
