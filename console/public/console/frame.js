/*
 * Shows HTML that a caller's document became, in a frame without an origin and with a policy of its own. What could run,
 * load or lead away is removed before anything is shown; the policy and the sandbox would stop it as well.
 */

const TAG = /<[a-z][^<>]*>/gi;
const HANDLER = /(?<=[\s"'/])on(?=[a-z]{1,40}\s{0,9}=)/gi;

/*
 * Chromium reports the event handlers of a document that is parsed but shown nowhere as violations of the policy, though
 * rarely; under another name they are none. One that is not found here is removed below like the others.
 */
const withoutHandlers = (html) => html.replace(TAG, (tag) => tag.replace(HANDLER, "data-on"));

const REMOVED = "script, base, link, iframe, frame, object, embed, form, meta[http-equiv]";

addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data?.html !== "string") {
    return;
  }
  const shown = new DOMParser().parseFromString(withoutHandlers(data.html), "text/html");
  for (const element of shown.querySelectorAll(REMOVED)) {
    element.remove();
  }
  for (const element of shown.querySelectorAll("*")) {
    for (const { name, value } of Array.from(element.attributes)) {
      const leadsAway =
        ["href", "xlink:href", "action", "formaction", "srcset", "ping"].includes(name) && !value.startsWith("#");
      const loads = ["src", "poster", "background", "data"].includes(name) && !/^data:image\//i.test(value);
      if (name.startsWith("on") || leadsAway || loads) {
        element.removeAttribute(name);
      }
    }
  }
  document.title = shown.title || "Preview";
  document.documentElement.replaceChildren(document.adoptNode(shown.head), document.adoptNode(shown.body));
});

parent.postMessage({ isFrameReady: true }, "*");
