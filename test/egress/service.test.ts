import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printForm, printJson, withoutChromium } from "../api/html-to-pdf.ts";
import { errorBody, type Reply } from "../api/reply.ts";
import { startService } from "../api/running-service.ts";
import { type OwnService } from "../api/service.ts";
import { INSIDE_HOSTS, LOOPBACK_SPELLINGS } from "./hosts.ts";
import { probePages } from "./probe-pages.ts";
import { Site } from "./site.ts";
import { OWN_PORT_IDS } from "./vectors.ts";

/*
 * The same through the service as it is started, with the rules, the proxy and the printer that it puts together
 * itself.
 */

describe.skipIf(withoutChromium !== false)("documents that a service prints", () => {
  let open: Site;
  let shut: Site;
  let service: OwnService;
  beforeAll(async () => {
    [open, shut] = await Promise.all([Site.open(OWN_PORT_IDS), Site.open(OWN_PORT_IDS)]);
    service = await startService({ QUIRE_OUTBOUND_ALLOW: open.ports.map((port) => `127.0.0.1:${port}`).join() });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([open[Symbol.asyncDispose](), shut[Symbol.asyncDispose]()]);
  });

  test.each([true, false])("reach the hosts that they may, and no others; script runs: %s", async (javascript) => {
    const pass = `service-${javascript}`;
    open.pass = pass;
    shut.pass = pass;
    const [page] = probePages(
      { open, shut },
      {
        pass,
        runsScript: javascript,
        isExpected: ({ comesToNothing, isForSecurePages, isForSameOrigin }) =>
          comesToNothing === undefined && !(isForSecurePages || isForSameOrigin),
      },
    );
    open.pages.set("/page/many", { html: page?.html ?? "" });
    const reply = await printJson(service, { url: `${open.origin}/page/many`, javascript });
    expect(reply.status).toBe(200);
    const handed = await printJson(service, { html: page?.html, javascript });
    expect(handed.status).toBe(200);
    expect(open.reachedIn(pass).length).toBeGreaterThanOrEqual(javascript ? 80 : 45);
    expect(shut.visits).toEqual([]);
  });

  test("are not fetched from internal hosts, nor from files, however these are written", async () => {
    const inside = [
      ...LOOPBACK_SPELLINGS.map((host) => `${host}:${shut.port}`),
      ...INSIDE_HOSTS,
      "localhost",
      `localhost:${shut.port}`,
    ];
    const urls = [
      ...inside.map((host) => `http://${host}/`),
      `HTTP://127.0.0.1:${shut.port}/`,
      ` http://127.0.0.1:${shut.port}/ `,
      `http:127.0.0.1:${shut.port}/`,
      `http:\\\\127.0.0.1:${shut.port}`,
      `http://user@127.0.0.1:${shut.port}/`,
      `https://127.0.0.1:${shut.port}/`,
      `${open.origin}/help/redirect-302?to=${encodeURIComponent(`${shut.origin}/v/x/main/x.html`)}`,
      `${open.origin}/help/redirect-302?to=${encodeURIComponent("file:///etc/passwd")}`,
      "file:///etc/passwd",
      "FILE:/etc/passwd",
      "view-source:file:///etc/passwd",
      "data:text/html,x",
      "about:blank",
      "chrome://version",
    ];
    const outcomes: string[] = [];
    while (outcomes.length < urls.length) {
      // No more at a time than are printed within a request's time where each document has a browser of its own.
      const group = urls.slice(outcomes.length, outcomes.length + 6);
      // oxlint-disable-next-line eslint/no-await-in-loop -- a group at a time
      const replies = await Promise.all(group.map((url) => printJson(service, { url })));
      outcomes.push(...replies.map((reply, index) => `${codeOf(reply)} ${group[index]}`));
    }
    expect(
      outcomes.filter(
        (outcome) => !/^(?:url_blocked|url_fetch_failed|validation_failed|invalid_parameter) /.test(outcome),
      ),
    ).toEqual([]);
    expect(shut.visits).toEqual([]);
  });

  test("have no file as their base", async () => {
    for (const base_url of ["file:///etc/", "FILE:///etc/index.html", "view-source:file:///etc/"]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- three
      const replies = await Promise.all([
        printJson(service, { html: '<iframe src="passwd"></iframe>', base_url }),
        printForm(service, { html: '<iframe src="passwd"></iframe>', base_url }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([422, 422]);
    }
  });
});

/** Returns the code of the fault that a reply reports. */
const codeOf = (reply: Reply): string => (reply.status === 200 ? "printed" : errorBody(reply).code);
