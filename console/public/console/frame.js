/*
 * Shows HTML that a caller's document became, in a frame without an origin and with a policy of its own. What could run,
 * load or lead away is removed before anything is shown; the policy and the sandbox would stop it as well.
 */
const REMOVED = "script, base, link, iframe, frame, object, embed, form, meta[http-equiv]";

addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data?.html !== "string") {
    return;
  }
  const shown = new DOMParser().parseFromString(data.html, "text/html");
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
