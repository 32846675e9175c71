/*
 * What other services and programs call the parameters that operations have here. The letters of a name lead to the
 * names here, of which the first that the operation has is suggested; none of them where the list is empty.
 */

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  angle: ["rotation"],
  background: ["print_background"],
  body: ["html", "markdown", "text", "content"],
  color: ["font_color"],
  colour: ["font_color"],
  conformance: ["conformance_level", "profile", "pdfa"],
  content: ["html", "markdown", "text", "json_data"],
  dataurl: [],
  encryptpassword: ["re_encrypt_password"],
  endpage: ["end_page", "pages", "page_ranges"],
  flavor: ["profile", "conformance_level", "pdfa"],
  flavour: ["profile", "conformance_level", "pdfa"],
  fontsizept: ["font_size"],
  format: ["image_format", "page_size"],
  from: ["start_page"],
  frompage: ["start_page", "pages", "page_ranges"],
  html: ["html", "content"],
  input: ["html", "markdown", "text", "json_data", "content"],
  json: ["json_data"],
  landscape: ["orientation"],
  level: ["conformance_level", "profile", "pdfa"],
  locale: ["locale", "language"],
  margin: ["margin_top"],
  margins: ["margin_top"],
  newpassword: ["re_encrypt_password"],
  ocrlanguage: ["language"],
  outputpassword: ["re_encrypt_password"],
  ownerpassword: ["re_encrypt_owner_password", "password"],
  pages: ["start_page", "page_ranges"],
  page: ["page_number", "pages", "page_ranges"],
  pagenumber: ["page_number", "pages", "page_ranges", "show_page_numbers"],
  pagerange: ["pages", "page_ranges", "start_page"],
  paper: ["page_size"],
  paperformat: ["page_size"],
  papersize: ["page_size"],
  records: ["json_data"],
  rows: ["json_data"],
  size: ["page_size", "font_size"],
  source: ["html", "markdown", "text", "json_data", "content"],
  startpage: ["start_page", "pages", "page_ranges"],
  topage: ["end_page", "pages", "page_ranges"],
  transparent: ["transparent_background"],
  transparency: ["opacity"],
  url: ["url"],
  userpassword: ["password"],
  values: ["variables"],
  vars: ["variables"],
};

/**
 * Returns the name in `known` that other services have `name` for; null when it is one that should not be guessed, and
 * undefined when no other service is known to have it.
 */
export function otherName(name: string, known: Iterable<string>): string | null | undefined {
  const letters = name.toLowerCase().replace(/[^a-z]/g, "");
  const meant = Object.hasOwn(OTHER_NAMES, letters) ? OTHER_NAMES[letters] : undefined;
  if (meant === undefined) {
    return undefined;
  }
  const names = new Set(known);
  return meant.find((one) => names.has(one)) ?? null;
}
