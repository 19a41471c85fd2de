// Keeps what somebody has typed before React hydrates the page. When React finds HTML that the server has not sent, because a translator or
// an extension has changed the page meanwhile, it renders the page anew, with empty forms.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Call it before React hydrates.
 * @returns copies what was typed, the chosen files and the focus into the forms that React has rendered in place of the first ones. To be
 * called at once, since the effects of the new forms read their fields.
 */
export function keepTypedInput(): () => void {
  /** The forms that the server has sent, with their places in `document.forms`. */
  const sent = new Map<HTMLFormElement, number>();
  let focused: EventTarget | null = document.activeElement;
  const page = location.pathname;
  const noteForms = () => {
    if (location.pathname !== page) return sent.clear();
    for (const form of sent.keys()) if (!form.isConnected) sent.delete(form);
    for (const [place, form] of [...document.forms].entries()) sent.set(form, place);
  };
  noteForms();
  document.addEventListener("focusin", ({ target }) => {
    // Parts of the page may have arrived since.
    noteForms();
    focused = target;
  });

  return () => {
    if (location.pathname !== page) return;
    for (const [form, place] of sent) {
      const rendered = document.forms[place];
      if (form.isConnected || !rendered) continue;
      for (const field of fields(form)) {
        const target = fields(rendered).find((candidate) => isSameField(candidate, field));
        if (!target) continue;
        copyValue(field, target);
        if (field === focused) focusLike(field, target);
      }
    }
  };
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

function focusLike(from: Field, to: Field): void {
  to.focus({ preventScroll: true });
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement || from.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
