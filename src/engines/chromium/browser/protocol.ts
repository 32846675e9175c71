/*
 * The part of the DevTools protocol (CDP) that printing needs, in the protocol's own names.
 */

type TargetId = string;
export type SessionId = string;
export type BrowserContextId = string;

/** The commands by their method: their parameters and results. */
export interface Commands {
  "Browser.close": Command;
  "Browser.getVersion": Command<Nothing, { product: string }>;
  "Browser.setDownloadBehavior": Command<{ behavior: "deny"; browserContextId?: BrowserContextId }>;
  "Target.createBrowserContext": Command<
    { disposeOnDetach?: boolean; proxyServer?: string; proxyBypassList?: string },
    { browserContextId: BrowserContextId }
  >;
  "Target.disposeBrowserContext": Command<{ browserContextId: BrowserContextId }>;
  "Target.createTarget": Command<
    { url: string; browserContextId?: BrowserContextId; width?: number; height?: number },
    { targetId: TargetId }
  >;
  "Target.attachToTarget": Command<{ targetId: TargetId; flatten: true }, { sessionId: SessionId }>;
  "Target.setAutoAttach": Command<{ autoAttach: boolean; waitForDebuggerOnStart: boolean; flatten: true }>;
  "Page.enable": Command;
  "Page.setLifecycleEventsEnabled": Command<{ enabled: boolean }>;
  "Page.navigate": Command<
    { url: string },
    { frameId: string; loaderId?: string; errorText?: string; isDownload?: boolean }
  >;
  "Page.getFrameTree": Command<Nothing, { frameTree: { frame: Frame } }>;
  "Page.setDocumentContent": Command<{ frameId: string; html: string }>;
  "Page.getLayoutMetrics": Command<Nothing, { cssContentSize: { width: number; height: number } }>;
  "Page.createIsolatedWorld": Command<{ frameId: string; worldName?: string }, { executionContextId: number }>;
  "Page.handleJavaScriptDialog": Command<{ accept: boolean }>;
  "Page.printToPDF": Command<PrintToPdf, { data: string; stream?: string }>;
  "IO.read": Command<{ handle: string; size?: number }, { data: string; eof: boolean; base64Encoded?: boolean }>;
  "IO.close": Command<{ handle: string }>;
  "Emulation.setScriptExecutionDisabled": Command<{ value: boolean }>;
  "Emulation.setEmulatedMedia": Command<{ media: string; features?: { name: string; value: string }[] }>;
  "Emulation.setUserAgentOverride": Command<{ userAgent: string }>;
  "Emulation.setDeviceMetricsOverride": Command<{
    width: number;
    height: number;
    deviceScaleFactor: number;
    mobile: boolean;
  }>;
  "Emulation.clearDeviceMetricsOverride": Command;
  "HeapProfiler.collectGarbage": Command;
  "Inspector.enable": Command;
  "Network.enable": Command<{ maxTotalBufferSize?: number; maxResourceBufferSize?: number }>;
  "Storage.setCookies": Command<{ cookies: CookieParameter[]; browserContextId?: BrowserContextId }>;
  "Runtime.enable": Command;
  "Runtime.evaluate": Command<
    {
      expression: string;
      contextId?: number;
      awaitPromise?: boolean;
      returnByValue?: boolean;
      timeout?: number;
    },
    { result: { type: string; value?: unknown; description?: string }; exceptionDetails?: ExceptionDetails }
  >;
  "Runtime.runIfWaitingForDebugger": Command;
  "Fetch.enable": Command<{ patterns?: { urlPattern: string }[]; handleAuthRequests?: boolean }>;
  "Fetch.fulfillRequest": Command<{
    requestId: string;
    responseCode: number;
    responseHeaders?: Header[];
  }>;
  "Fetch.continueRequest": Command<{
    requestId: string;
    url?: string;
    interceptResponse?: boolean;
    headers?: Header[];
  }>;
  "Fetch.failRequest": Command<{
    requestId: string;
    errorReason: "AccessDenied" | "AddressUnreachable" | "BlockedByClient";
  }>;
  "Fetch.continueWithAuth": Command<{
    requestId: string;
    authChallengeResponse: {
      response: "Default" | "CancelAuth" | "ProvideCredentials";
      username?: string;
      password?: string;
    };
  }>;
}

export interface Events {
  "Target.attachedToTarget": { sessionId: SessionId; targetInfo: { targetId: TargetId; type: string } };
  "Target.detachedFromTarget": { sessionId: SessionId };
  "Inspector.targetCrashed": Nothing;
  "Page.frameNavigated": { frame: Frame };
  "Page.lifecycleEvent": { frameId: string; loaderId: string; name: string };
  "Page.javascriptDialogOpening": { type: string };
  "Network.requestWillBeSent": { requestId: string; loaderId: string; frameId?: string; request: { url: string } };
  "Network.responseReceived": {
    requestId: string;
    loaderId: string;
    frameId?: string;
    response: { url: string; status: number; mimeType: string };
  };
  "Network.loadingFailed": {
    requestId: string;
    type: string;
    errorText: string;
    canceled?: boolean;
    blockedReason?: string;
  };
  "Runtime.consoleAPICalled": { type: string; args: { value?: unknown; description?: string }[] };
  "Runtime.exceptionThrown": { exceptionDetails: ExceptionDetails };
  "Fetch.requestPaused": {
    requestId: string;
    networkId?: string;
    /** The id of the request whose answer redirected to this one. */
    redirectedRequestId?: string;
    frameId: string;
    responseStatusCode?: number;
    responseErrorReason?: string;
    resourceType: string;
    request: { url: string; method: string; headers: Record<string, string> };
  };
  "Fetch.authRequired": { requestId: string; authChallenge: { source?: "Server" | "Proxy"; origin: string } };
}

interface Frame {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
}

export interface Header {
  readonly name: string;
  readonly value: string;
}

export interface ExceptionDetails {
  readonly text: string;
  readonly exception?: { readonly description?: string; readonly value?: unknown };
}

export interface CookieParameter {
  readonly name: string;
  readonly value: string;
  readonly url?: string;
  readonly domain?: string;
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
}

/** Lengths are in inches. */
export interface PrintToPdf {
  readonly paperWidth: number;
  readonly paperHeight: number;
  readonly marginTop: number;
  readonly marginRight: number;
  readonly marginBottom: number;
  readonly marginLeft: number;
  readonly scale: number;
  readonly printBackground: boolean;
  readonly preferCSSPageSize: boolean;
  readonly pageRanges: string;
  readonly displayHeaderFooter: boolean;
  readonly headerTemplate?: string;
  readonly footerTemplate?: string;
  readonly generateTaggedPDF: boolean;
  readonly generateDocumentOutline: boolean;
  readonly transferMode: "ReturnAsStream" | "ReturnAsBase64";
}

type Nothing = object;

interface Command<Parameters extends object = Nothing, Result extends object = Nothing> {
  readonly parameters: Parameters;
  readonly result: Result;
}
