// The script of the API's page. Without it the page is complete: a command can be selected, and "Try it" is a link to the address.

/**
 * Adds a button that copies each curl command, and turns each link that is marked with `data-try` into a button. It fetches the address with
 * the visitor's own session, and shows the response below. It only sends GET. Output is set by `textContent`, so nothing in it is ever HTML.
 */
export const SCRIPT = `
function create(name, className, text) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
for (const link of document.querySelectorAll("a[data-try]")) {
  const address = link.getAttribute("href");
  const button = create("button", "button", "Try it");
  button.type = "button";
  button.setAttribute("aria-label", "Try it: GET " + address);
  const status = create("p", "status", "");
  status.setAttribute("role", "status");
  const body = create("pre", "result", "");
  body.setAttribute("role", "group");
  body.setAttribute("aria-label", "Body of the response");
  body.tabIndex = 0;
  body.hidden = true;
  link.replaceWith(button);
  button.closest("div").nextElementSibling.after(status, body);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    const start = performance.now();
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      body.textContent = format(await response.text());
      body.hidden = false;
      status.textContent = "Status " + response.status + ", " + Math.round(performance.now() - start) + " ms";
      status.className = response.ok ? "status" : "status failed";
    } catch {
      body.hidden = true;
      status.textContent = "The request did not reach the server. Check your connection and try again.";
      status.className = "status failed";
    }
    button.removeAttribute("aria-busy");
  });
}
if (navigator.clipboard) {
  for (const command of document.querySelectorAll("pre[data-copy]")) {
    const button = create("button", "button", "Copy");
    button.type = "button";
    button.setAttribute("aria-label", "Copy the command: " + command.dataset.copy);
    command.previousElementSibling.append(button);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }
}
`;
