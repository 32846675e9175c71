/* What newcomers get wrong, request by request, as they would type it; the answers stand in docs/errors.md. */

/** One wrong request. */
export interface WrongRequest {
  /** The mistake, in a few words. */
  readonly mistake: string;
  /** The arguments of curl, after the key; `$API` is the address up to `/api/v1`. */
  readonly curl: string;
  /** The status and the code of the answer; `warns` where the request succeeds with a warning. */
  readonly answer: `${number} ${string}`;
  /** What the message has to name: the field, what came, what is allowed, what to do. */
  readonly names: readonly string[];
  /** Whether the request is sent without the key. */
  readonly withoutKey?: true;
  /** Whether the request is printed by the browser, which not every machine has. */
  readonly needsChromium?: true;
}

type Row = readonly [mistake: string, curl: string, answer: WrongRequest["answer"], names: readonly string[]];

const rows = (
  title: string,
  list: readonly Row[],
  more: Pick<WrongRequest, "withoutKey" | "needsChromium"> = {},
): { readonly title: string; readonly requests: readonly WrongRequest[] } => ({
  title,
  requests: list.map(([mistake, curl, answer, names]) => ({ mistake, curl, answer, names, ...more })),
});

const INVALID = "422 validation_error";
const WATERMARK = "-F file=@report.pdf -F text=Draft $API/pdf/watermark";
const IMAGE = "-F file=@report.pdf $API/convert/pdf-to-image";
const JSON_TYPE = '-H "Content-Type: application/json"';
const textToPdf = (body: string): string => `${JSON_TYPE} -d ${body} $API/convert/text-to-pdf`;

export const CHAPTERS = [
  rows(
    "Keys",
    [
      ["No key", IMAGE, "401 missing_api_key", ["X-API-Key", "-H"]],
      [
        "The key as a bearer token",
        `-H "Authorization: Bearer $KEY" ${IMAGE}`,
        "401 missing_api_key",
        ["X-API-Key", "Authorization", "Bearer"],
      ],
      ["The key in the address", `${IMAGE}?api_key=$KEY`, "401 missing_api_key", ["X-API-Key", "address"]],
      [
        "A placeholder in place of the key",
        `-H "X-API-Key: YOUR_API_KEY" ${IMAGE}`,
        "401 invalid_api_key",
        ["X-API-Key", "not valid"],
      ],
      [
        "The key within quotation marks",
        `-H "X-API-Key: '$KEY'" ${IMAGE}`,
        "401 invalid_api_key",
        ["X-API-Key", "quotation marks"],
      ],
    ],
    { withoutKey: true },
  ),
  rows("Addresses and methods", [
    [
      "A letter is missing",
      "-F files=@report.pdf -F files=@letter.pdf $API/pdf/merg",
      "404 not_found",
      ["/api/v1/pdf/merg", "POST /api/v1/pdf/merge"],
    ],
    [
      "The wrong group",
      "-F files=@report.pdf -F files=@letter.pdf $API/convert/merge",
      "404 not_found",
      ["/api/v1/pdf/merge"],
    ],
    ["No group", "-F file=@report.pdf $API/watermark", "404 not_found", ["/api/v1/pdf/watermark"]],
    [
      "Underscores for hyphens",
      "-F file=@report.pdf $API/convert/pdf_to_image",
      "404 not_found",
      ["/api/v1/convert/pdf-to-image"],
    ],
    ["Without /api/v1", "-F file=@report.pdf $QUIRE/pdf/watermark", "404 not_found", ["/api/v1/pdf/watermark"]],
    ["Capital letters", "-F file=@report.pdf $QUIRE/API/V1/PDF/WATERMARK", "404 not_found", ["/api/v1/pdf/watermark"]],
    ["One job for jobs", "$API/job/job_7k2m9q4x1z8v", "404 not_found", ["/api/v1/jobs/{id}"]],
    ["Something that does not exist", "$API/convert/docx-to-xlsx", "404 not_found", ["openapi.json"]],
    ["GET where POST is meant", "$API/pdf/merge", "405 method_not_allowed", ["GET", "POST"]],
    [
      "PUT where POST is meant",
      "-X PUT -F file=@report.pdf $API/pdf/watermark",
      "405 method_not_allowed",
      ["PUT", "POST"],
    ],
    ["DELETE of a list", "-X DELETE $API/templates", "405 method_not_allowed", ["DELETE", "GET", "POST"]],
    ["An unknown job", "$API/jobs/job_aaaaaaaaaaaa", "404 not_found", ["job"]],
    [
      "An unknown template",
      "$API/templates/invoice-standart",
      "404 not_found",
      ["invoice-standart", "Did you mean invoice-standard?"],
    ],
    [
      "A version that a template does not have",
      "$API/templates/invoice-standard/versions/77",
      "404 not_found",
      ["invoice-standard", "77", "newest is 1"],
    ],
  ]),
  rows("Bodies", [
    [
      "curl -d in place of -F",
      "-d file=@report.pdf $API/pdf/watermark",
      INVALID,
      ["application/x-www-form-urlencoded", "multipart/form-data", "-F file=@"],
    ],
    [
      "The PDF as the whole body",
      '-H "Content-Type: application/pdf" --data-binary @report.pdf $API/pdf/watermark',
      INVALID,
      ["application/pdf", "multipart/form-data", "-F file=@"],
    ],
    ["-d @file.pdf", "-d @report.pdf $API/convert/pdf-to-text", INVALID, ["-d", "-F file=@"]],
    [
      "JSON for an operation on files",
      `${JSON_TYPE} -d '{"file": "report.pdf"}' $API/pdf/watermark`,
      INVALID,
      ["application/json", "multipart/form-data", "-F file=@"],
    ],
    [
      "JSON without its Content-Type",
      `-d '{"text": "Hello"}' $API/convert/text-to-pdf`,
      INVALID,
      ["application/x-www-form-urlencoded", "application/json", "-H"],
    ],
    [
      "Plain text",
      `-H "Content-Type: text/plain" -d 'Hello' $API/convert/text-to-pdf`,
      INVALID,
      ["text/plain", "application/json", "multipart/form-data"],
    ],
    ["A form for a resource", "-F name=Ada $API/keys", INVALID, ["multipart/form-data", "application/json", "-d"]],
    [
      "A Content-Type of one's own",
      '-H "Content-Type: multipart/form-data" --data-binary @report.pdf $API/pdf/watermark',
      "400 malformed_multipart",
      ["boundary", "Content-Type", "Leave"],
    ],
    [
      "A boundary of one's own",
      `-H "Content-Type: multipart/form-data; boundary=mine" ${WATERMARK}`,
      "400 malformed_multipart",
      ["boundary", "Content-Type"],
    ],
    ["No body at all", "-X POST $API/pdf/watermark", INVALID, ["Content-Type", "-F file=@"]],
    [
      "An Idempotency-Key with blanks",
      `-H "Idempotency-Key: my key" ${WATERMARK}`,
      INVALID,
      ["Idempotency-Key", "255", "visible ASCII"],
    ],
    ["A list in place of an object", textToPdf(`'["Hello"]'`), INVALID, ["JSON object", "{"]],
  ]),
  rows("Files", [
    ["No file", "-F text=Draft $API/pdf/watermark", INVALID, ["`file`", "-F file=@"]],
    [
      "No @ before the name",
      "-F file=report.pdf -F text=Draft $API/pdf/watermark",
      INVALID,
      ["`file`", "-F file=@report.pdf"],
    ],
    [
      "The file under another name",
      "-F document=@report.pdf -F text=Draft $API/pdf/watermark",
      INVALID,
      ["`document`", "`file`"],
    ],
    ["A misspelt file field", "-F fiel=@report.pdf -F text=Draft $API/pdf/watermark", INVALID, ["`fiel`", "`file`"]],
    ["One file to merge", "-F files=@report.pdf $API/pdf/merge", INVALID, ["at least 2", "1", "`files`"]],
    [
      "Two files where one is meant",
      "-F file=@report.pdf -F file=@letter.pdf -F text=Draft $API/pdf/watermark",
      INVALID,
      ["at most 1", "2", "`file`"],
    ],
    [
      "A document of Word",
      "-F file=@notes.docx -F text=Draft $API/pdf/watermark",
      "400 unsupported_file_type",
      ["Word", "application/pdf"],
    ],
    [
      "An image where a PDF is meant",
      "-F file=@photo.png -F text=Draft $API/pdf/watermark",
      "400 unsupported_file_type",
      ["image/png", "application/pdf"],
    ],
    [
      "A page of HTML that was saved as PDF",
      "-F file=@error.pdf -F text=Draft $API/pdf/watermark",
      "400 unsupported_file_type",
      ["HTML", "application/pdf"],
    ],
    ["An empty file", "-F file=@empty.pdf -F text=Draft $API/pdf/watermark", "400 empty_file", ["empty", "0 bytes"]],
    [
      "A PDF in the field of HTML",
      "-F html=@report.pdf $API/convert/html-to-pdf",
      "400 unsupported_file_type",
      ["`html`", "application/pdf", "text/html"],
    ],
    [
      "A PDF as the text of HTML",
      `${JSON_TYPE} -d '{"html": "%PDF-1.7 ..."}' $API/convert/html-to-pdf`,
      INVALID,
      ["`html`", "PDF", "HTML"],
    ],
    [
      "A locked PDF",
      "-F file=@locked.pdf -F text=Draft $API/pdf/watermark",
      "400 pdf_encrypted",
      ["encrypted", "`password`"],
    ],
    [
      "A locked PDF, and a misspelt password",
      "-F file=@locked.pdf -F pasword=secret -F text=Draft $API/pdf/watermark",
      "400 pdf_encrypted",
      ["`pasword`", "`password`"],
    ],
    [
      "A wrong password",
      "-F file=@locked.pdf -F password=guess -F text=Draft $API/pdf/watermark",
      "400 wrong_password",
      ["not correct", "`password`"],
    ],
    [
      "A locked PDF among others",
      "-F files=@report.pdf -F files=@locked.pdf $API/pdf/merge",
      "400 pdf_encrypted",
      ["File 2", "locked.pdf", "`passwords`"],
    ],
    [
      "A file where a text is meant",
      "-F file=@report.pdf -F text=@letter.pdf $API/pdf/watermark",
      INVALID,
      ["`text`", "-F text="],
    ],
  ]),
  rows("Names of fields", [
    ["txt for text", "-F file=@report.pdf -F txt=Draft $API/pdf/watermark", INVALID, ["`text`", "`txt`"]],
    ["txt for text, in JSON", textToPdf(`'{"txt": "Hello"}'`), INVALID, ["`text`", "`txt`"]],
    [
      "template for variables",
      `${JSON_TYPE} -d '{"template_slg": "invoice-standard", "variables": {}}' $API/pdf/from-template`,
      INVALID,
      ["`template_slug`", "`template_slg`"],
    ],
    [
      "fontSize for font_size",
      "-F file=@report.pdf -F text=Draft -F fontSize=20 $API/pdf/watermark",
      "200 warns",
      ["unknown_field", "fontSize", "font_size"],
    ],
    [
      "pageNumber for page_number",
      "-F pageNumber=2 -F dpi=72 " + IMAGE,
      "200 warns",
      ["unknown_field", "pageNumber", "page_number"],
    ],
    [
      "format for image_format",
      "-F format=JPEG -F dpi=72 " + IMAGE,
      "200 warns",
      ["unknown_field", "format", "image_format"],
    ],
    [
      "async as a field of the form",
      "-F async=true -F dpi=72 " + IMAGE,
      "200 warns",
      ["unknown_field", "async", "?async=true"],
    ],
    [
      "A field in the query",
      `-F file=@report.pdf "$API/convert/pdf-to-image?dpi=72"`,
      "200 warns",
      ["unknown_field", "dpi", "query"],
    ],
    ["Nothing like a field", "-F colourful=1 -F dpi=72 " + IMAGE, "200 warns", ["unknown_field", "colourful"]],
    [
      "A misspelt member of metadata",
      `-F files=@report.pdf -F files=@letter.pdf -F 'metadata={"titel": "Both"}' $API/pdf/merge`,
      "200 warns",
      ["metadata.titel", "metadata.title"],
    ],
    ["A misspelt member of a resource", `${JSON_TYPE} -d '{"nam": "Ada"}' $API/keys`, INVALID, ["`name`", "`nam`"]],
    [
      "A misspelt field of a template's page",
      `${JSON_TYPE} -X PUT -d '{"content": "x", "page": {"pageSize": "A5"}}' $API/templates/mine`,
      INVALID,
      ["page.pageSize", "page_size"],
    ],
  ]),
  rows("Numbers", [
    ["An opacity in per cent", `-F opacity=50 ${WATERMARK}`, INVALID, ["`opacity`", "50", "0.05 to 1"]],
    ["An opacity below the range", `-F opacity=0 ${WATERMARK}`, INVALID, ["`opacity`", '"0"', "0.05 to 1"]],
    ["A decimal comma", `-F opacity=0,5 ${WATERMARK}`, INVALID, ["`opacity`", "0,5", "0.05 to 1", "point"]],
    ["A size with its unit", `-F font_size=48pt ${WATERMARK}`, INVALID, ["`font_size`", "48pt", "8 to 200"]],
    ["A number in words", `-F page_number=two ${IMAGE}`, INVALID, ["`page_number`", "two", "at least 1"]],
    ["Page 0", `-F page_number=0 ${IMAGE}`, INVALID, ["`page_number`", '"0"', "at least 1"]],
    ["A resolution that there is not", `-F dpi=200 ${IMAGE}`, INVALID, ["`dpi`", "200", "72, 150 or 300"]],
    ["A quality above 100", `-F quality=120 -F image_format=JPEG ${IMAGE}`, INVALID, ["`quality`", "120", "1 to 100"]],
    ["Only one end of a range", `-F start_page=2 ${IMAGE}`, INVALID, ["`end_page`", "start_page"]],
    ["A range that is reversed", `-F start_page=3 -F end_page=1 ${IMAGE}`, INVALID, ["start_page", "end_page", "3"]],
    ["A page that does not exist", `-F page_number=9 ${IMAGE}`, "400 page_out_of_range", ["Page 9", "4 pages"]],
    [
      "A margin in millimetres that is too wide",
      textToPdf(`'{"text": "Hello", "margin_top": "90mm"}'`),
      INVALID,
      ["`margin_top`", "90mm", "50.8mm"],
    ],
    [
      "A margin without a known unit",
      textToPdf(`'{"text": "Hello", "margin_top": "2ft"}'`),
      INVALID,
      ["`margin_top`", "2ft", "mm"],
    ],
    ["A limit of a list", `"$API/jobs?limit=1000"`, INVALID, ["`limit`", "1000", "1 to 100"]],
    ["An empty value in the query", `"$API/jobs?limit="`, INVALID, ["`limit`", "empty"]],
    [
      "A number in quotation marks",
      `${JSON_TYPE} -d '{"name": "Ada", "rate_limit": "60"}' $API/keys`,
      INVALID,
      ["`rate_limit`", '"60"', "without quotation marks"],
    ],
    [
      "A retention that is too short",
      `"$API/pdf/watermark?retention_seconds=5" -F file=@report.pdf -F text=Draft`,
      INVALID,
      ["retention_seconds", "60", "2592000", "5"],
    ],
  ]),
  rows("Choices, colours and page lists", [
    [
      "A misspelt format",
      `-F image_format=PGN ${IMAGE}`,
      INVALID,
      ["`image_format`", "PGN", "PNG", "Did you mean PNG?"],
    ],
    [
      "A misspelt position",
      `-F position=botom-right ${WATERMARK}`,
      INVALID,
      ["`position`", "botom-right", "bottom-right"],
    ],
    [
      "A misspelt paper",
      textToPdf(`'{"text": "Hello", "page_size": "Leter"}'`),
      INVALID,
      ["`page_size`", "Leter", "Did you mean Letter?"],
    ],
    [
      "A flag in another language",
      `-F transparent_background=ja ${IMAGE}`,
      INVALID,
      ["`transparent_background`", "ja", "true or false"],
    ],
    [
      "An empty flag in the query",
      `"$API/pdf/watermark?async=" -F file=@report.pdf -F text=Draft`,
      INVALID,
      ["`async`", "true or false"],
    ],
    ["A colour by its name", `-F font_color=red ${WATERMARK}`, INVALID, ["`font_color`", "red", "#RRGGBB"]],
    ["A colour without #", `-F font_color=ff0000 ${WATERMARK}`, INVALID, ["`font_color`", "ff0000", "#ff0000"]],
    [
      "A misspelt colour of CSS",
      `${JSON_TYPE} -d '{"json_data": [1], "border_color": "gren"}' $API/convert/json-to-pdf`,
      INVALID,
      ["`border_color`", "gren", "green"],
    ],
    ["Blanks for commas in a page list", `-F "pages=1 2" ${WATERMARK}`, INVALID, ["`pages`", "1 2", "1-3,5"]],
    ["A page list that counts from 0", `-F pages=0-2 ${WATERMARK}`, INVALID, ["`pages`", "0-2", "from 1"]],
    ["A reversed range", `-F pages=5-2 ${WATERMARK}`, INVALID, ["`pages`", "5-2", "reversed"]],
    [
      "A page list without quotation marks in JSON",
      "-F files=@report.pdf -F files=@letter.pdf -F pages=1-3 $API/pdf/merge",
      INVALID,
      ["`pages`", "JSON", "for each file"],
    ],
    [
      "Too few items for the files",
      `-F files=@report.pdf -F files=@letter.pdf -F 'pages=["1"]' $API/pdf/merge`,
      INVALID,
      ["`pages`", "2 files", "not 1"],
    ],
    [
      "A language by its name",
      "-F file=@report.pdf -F language=english $API/ocr/extract/simple",
      INVALID,
      ["`language`", "english", "Did you mean eng?"],
    ],
    ["A time zone by its city", `-F timezone=Berlin ${WATERMARK}`, INVALID, ["`timezone`", "Berlin", "Europe/Berlin"]],
    [
      "An unknown operation to estimate",
      "-F operation=mrge -F files=@report.pdf -F files=@letter.pdf $API/estimate",
      INVALID,
      ["`operation`", "mrge", "Did you mean merge?"],
    ],
    [
      "An unknown scope",
      `${JSON_TYPE} -d '{"name": "Ada", "scopes": ["converts"]}' $API/keys`,
      INVALID,
      ["scopes[0]", "converts", "Did you mean convert?"],
    ],
    [
      "A slug with capitals and blanks",
      `${JSON_TYPE} -d '{"slug": "My Invoice", "content": "x"}' $API/templates`,
      INVALID,
      ["`slug`", "My Invoice", "small letters"],
    ],
    [
      "An address without https://",
      `${JSON_TYPE} -d '{"url": "example.org"}' $API/webhooks`,
      INVALID,
      ["`url`", "example.org", "https://"],
    ],
    [
      "A page to print without https://",
      `${JSON_TYPE} -d '{"url": "example.org/page"}' $API/convert/html-to-pdf`,
      INVALID,
      ["`url`", "example.org/page", "https://"],
    ],
    [
      "Two sources at once",
      `${JSON_TYPE} -d '{"html": "<p>Hello", "url": "https://example.org"}' $API/convert/html-to-pdf`,
      INVALID,
      ["`url`", "html", "only one"],
    ],
    ["No source", `${JSON_TYPE} -d '{}' $API/convert/html-to-pdf`, INVALID, ["html, url, file"]],
  ]),
  rows("JSON", [
    ["A trailing comma", textToPdf(`'{"text": "Hello",}'`), INVALID, ["line 1, column 18", "`}`", "trailing comma"]],
    [
      "A trailing comma in a list",
      `${JSON_TYPE} -d '{"json_data": [1, 2,]}' $API/convert/json-to-pdf`,
      INVALID,
      ["line 1, column 21", "`]`", "comma"],
    ],
    ["Single quotes", textToPdf(`"{'text': 'Hello'}"`), INVALID, ["line 1, column 2", "`'`", "double quotes"]],
    ["The quotes of Windows", textToPdf(`"'{text: Hello}'"`), INVALID, ["line 1, column 1", "Windows"]],
    ["A name without quotes", textToPdf(`'{text: "Hello"}'`), INVALID, ["line 1, column 2", "`text`", "double quotes"]],
    ["A text without quotes", textToPdf(`'{"text": Hello}'`), INVALID, ["line 1, column 10", "double quotes"]],
    [
      "A comment",
      textToPdf(`$'{\\n  "text": "Hello" // greeting\\n}'`),
      INVALID,
      ["line 2, column 19", "`/`", "comment"],
    ],
    ["NaN", textToPdf(`'{"text": "Hello", "font_size": NaN}'`), INVALID, ["line 1, column 32", "`NaN`", "null"]],
    [
      "None of Python",
      textToPdf(`'{"text": "Hello", "title": None}'`),
      INVALID,
      ["line 1, column 28", "`None`", "null"],
    ],
    ["JSON that is cut short", textToPdf(`'{"text": "Hello'`), INVALID, ["line 1, column 16", "ends", "cut short"]],
    [
      "A comma that is missing",
      textToPdf(`$'{"text": "Hello"\\n "title": "A"}'`),
      INVALID,
      ["line 2, column 2", "comma"],
    ],
    [
      "A line break in a text",
      textToPdf(`$'{"text": "Hello\\nthere"}'`),
      INVALID,
      ["line 1, column 16", "a line break", "\\n"],
    ],
    ["A form that is said to be JSON", textToPdf("text=Hello"), INVALID, ["form", "-F text="]],
    [
      "A PDF that is said to be JSON",
      `${JSON_TYPE} --data-binary @report.pdf $API/convert/text-to-pdf`,
      INVALID,
      ["PDF", "-F file=@"],
    ],
    ["A number for a text", textToPdf(`'{"text": 12}'`), INVALID, ["`text`", "12", "a text"]],
    ["An empty text", textToPdf(`'{"text": ""}'`), INVALID, ["`text`", "at least 1 character"]],
    [
      "Broken JSON within a field",
      `-F files=@report.pdf -F files=@letter.pdf -F "metadata={'title': 'Both'}" $API/pdf/merge`,
      INVALID,
      ["`metadata`", "line 1, column 2", "double quotes"],
    ],
    [
      "Broken JSON as the data",
      `${JSON_TYPE} -d '{"json_data": "[1, 2,]"}' $API/convert/json-to-pdf`,
      INVALID,
      ["`json_data`", "line 1, column 7", "comma"],
    ],
    [
      "A misspelt slug",
      `${JSON_TYPE} -d '{"template_slug": "invoice-standart", "variables": {}}' $API/pdf/from-template`,
      "404 not_found",
      ["invoice-standart", "Did you mean invoice-standard?"],
    ],
  ]),
] as const;
