/*
 * Starts the reference, and keeps what is entered in it over a reload where that is asked for. It runs before the reference's
 * own script, so that a theme that was chosen is there from the first picture on.
 */

/* Fonts, proxy, telemetry and assistants of the reference's vendor stay off. Tried requests go from the browser to where the
 * page came from, which may be another address than the one that the description names. The samples are those of the
 * description: those that the reference writes itself cannot be tested. What it would offer for download has the guides in it,
 * which clients are not made from: the bar leads to the description itself. */
const CONFIGURATION = {
  url: "/docs/reference.json",
  servers: [{ url: "/" }],
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hiddenClients: true,
  documentDownloadType: "none",
  showDeveloperTools: "never",
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
};

/** Whether what is entered is to be kept. */
const KEEP = "quire.docs.keep-key";
/** How the names begin under which the reference keeps it, one for each document. */
const KEPT = "scalar-reference-auth-";
/** The longest time after which the reference writes what had been entered before it was told to keep nothing. */
const WRITES_WITHIN_MS = 1000;

const keepsKey = () => localStorage.getItem(KEEP) === "yes";

/** Returns the theme that was chosen by the reference's switch, else in the console; undefined: the system's. */
const chosenTheme = () =>
  ["colorMode", "quire.theme"]
    .map((name) => localStorage.getItem(name))
    .find((theme) => theme === "light" || theme === "dark");

function forget() {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(KEPT)) {
      localStorage.removeItem(name);
    }
  }
}

function start() {
  const theme = chosenTheme();
  // What has been entered, as the reference tells it to its plugins.
  let entered;
  const plugin = () => ({
    name: "quire-keep-key",
    extensions: [],
    hooks: {
      onInit: ({ auth }) => {
        entered = auth;
      },
    },
  });
  const configuration = {
    ...CONFIGURATION,
    plugins: [plugin],
    ...(theme !== undefined && { darkMode: theme === "dark" }),
  };
  const reference = globalThis.Scalar.createApiReference("#app", { ...configuration, persistAuth: keepsKey() });

  const box = document.querySelector("#keep-key");
  const keepOrForget = () => {
    reference.updateConfiguration({ ...configuration, persistAuth: box.checked });
    if (!box.checked) {
      forget();
      setTimeout(() => keepsKey() || forget(), WRITES_WITHIN_MS);
      return;
    }
    // The reference writes what is entered from now on; this is what was there before.
    for (const [name, value] of Object.entries(entered?.export() ?? {})) {
      localStorage.setItem(`${KEPT}${name}`, JSON.stringify(value));
    }
  };
  box.addEventListener("change", () => {
    if (box.checked) {
      localStorage.setItem(KEEP, "yes");
    } else {
      localStorage.removeItem(KEEP);
    }
    keepOrForget();
  });
  // Another tab may have been told otherwise.
  addEventListener("storage", ({ key }) => {
    if (key === KEEP) {
      box.checked = keepsKey();
      keepOrForget();
    }
  });
}

const theme = chosenTheme();
if (theme !== undefined) {
  document.body.classList.add(`${theme}-mode`);
}
document.querySelector("#keep-key").checked = keepsKey();
if (!keepsKey()) {
  forget();
}
addEventListener("DOMContentLoaded", start);
