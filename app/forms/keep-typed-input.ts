// Keeps what somebody has typed before React hydrates the page. When React finds HTML that the server has not sent, because a translator or
// an extension has changed the page meanwhile, it renders the page anew, with empty forms.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Call it before React hydrates.
 * @returns a function that copies what was typed, the chosen files and the focus into the forms that React has rendered in place of the server's.
 * Call it in `onRecoverableError`: the effects of the new forms read their fields afterwards.
 */
export function keepTypedInput(): () => void {
  /** The forms in the server's HTML, each with its index in `document.forms`. */
  const serverForms = new Map<HTMLFormElement, number>();
  let focused: EventTarget | null = document.activeElement;
  const page = location.pathname;
  const recordForms = () => {
    for (const form of serverForms.keys()) if (!form.isConnected) serverForms.delete(form);
    if (location.pathname !== page) return;
    for (const [index, form] of [...document.forms].entries()) serverForms.set(form, index);
  };
  recordForms();
  document.addEventListener("focusin", ({ target }) => {
    // Parts of the page may have arrived since.
    recordForms();
    focused = target;
  });

  return () => {
    if (location.pathname !== page) return;
    // Collected first: moving the focus changes `serverForms`.
    const replaced = [...serverForms].flatMap(([form, index]) => {
      const rendered = document.forms[index];
      return form.isConnected || !rendered || serverForms.has(rendered) ? [] : [{ form, rendered }];
    });
    const lastFocused = focused;
    for (const { form, rendered } of replaced) copyFields(form, rendered, lastFocused);
  };
}

function copyFields(from: HTMLFormElement, to: HTMLFormElement, focused: EventTarget | null): void {
  for (const field of fields(from)) {
    const target = fields(to).find((candidate) => isSameField(candidate, field));
    if (!target) continue;
    copyValue(field, target);
    if (field === focused) focusWithSelection(field, target);
  }
}

function fields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element) => element.matches("input:not([type=hidden]),textarea,select")) as Field[];
}

function isSameField(one: Field, other: Field): boolean {
  const isChoice = /radio|checkbox/.test(one.type);
  return one.name === other.name && one.type === other.type && (!isChoice || one.value === other.value);
}

function copyValue(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    to.checked = from.checked;
    if (from.type === "file") {
      to.files = from.files;
      return;
    }
  }
  to.value = from.value;
}

function focusWithSelection(from: Field, to: Field): void {
  to.focus({ preventScroll: true });
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement || from.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
