// Makes React work in a page that the browser has translated. A translator replaces each text node by a <font> element, and React still refers
// to the text node that was removed. Without this module, React would throw when it removes that text node or inserts an element before it,
// and when React changes the text, the visitor would still see the old one. Decision 0038 says why it is done in this way.

/** What a translator has put in the place of a text node, while it is there. */
const translations = new WeakMap<Node, ChildNode>();

/** Call it before React hydrates. */
export function followTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "characterData") showOriginal(record.target);
      else noteTranslation(record, observer);
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function removeText<Child extends Node>(this: Node, child: Child): Child {
    if (!isTakenText(this, child)) return removeChild.call(this, child) as Child;
    const translation = translationIn(this, child);
    if (translation) removeChild.call(this, translation);
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeText<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const place = next && isTakenText(this, next) ? translationIn(this, next) : next;
    return insertBefore.call(this, child, place) as Child;
  };
}

function noteTranslation({ addedNodes: [added], removedNodes: [removed] }: MutationRecord, observer: MutationObserver) {
  if (!(removed instanceof Text && added instanceof HTMLElement && added.localName === "font")) return;
  translations.set(removed, added);
  observer.observe(removed, { characterData: true });
}

/** Puts a text node back that React has changed, so that it is translated anew. */
function showOriginal(text: Node): void {
  const translation = translations.get(text);
  if (translation?.isConnected && !text.parentNode) translation.replaceWith(text);
}

/** True for a text that is no longer in the element in which React has put it. */
function isTakenText(parent: Node, node: Node): boolean {
  return node instanceof Text && node.parentNode !== parent;
}

function translationIn(parent: Node, text: Node): Node | null {
  const translation = translations.get(text);
  return translation?.parentNode === parent ? translation : null;
}
