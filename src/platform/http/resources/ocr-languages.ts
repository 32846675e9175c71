import { describeLanguage } from "../../../kernel/languages.ts";
import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource } from "../resource/resource.ts";
import { listOf, objectSchema, orNull, ref, text } from "./json.ts";

const getLanguages = resource({
  method: "GET",
  path: "/api/v1/ocr/languages",
  operationId: "list_ocr_languages",
  tag: "service",
  summary: "List the languages of text recognition",
  scopes: [],
  answers: { 200: { description: "The installed languages.", schema: ref("OcrLanguages") } },
  handle: (_request, { engines }) =>
    Promise.resolve({
      kind: "json",
      status: 200,
      value: { languages: engines.recognizer.languages().map(describeLanguage) },
    }),
});

export const ocrLanguageResources: readonly Resource[] = [getLanguages];

export const ocrLanguageSchemas: JsonObject = {
  ...objectSchema("OcrLanguages", { languages: listOf(ref("OcrLanguage")) }),
  ...objectSchema("OcrLanguage", {
    code: text("What the field `language` of text recognition takes, alone or joined with others by `+`."),
    name: text("Name of the language, in English."),
    iso639_1: orNull(text("Two-letter code, which the field takes too.")),
  }),
};
