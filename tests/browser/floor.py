"""The oldest browsers that the site works on, as docs/deploy.md names them: Safari 15.4, Chrome 99
and Firefox 97. A Chromium without what they lack stands for them."""

from __future__ import annotations

import json

NEWER = {
    "AbortSignal": ["timeout", "any"],
    "Array": ["fromAsync"],
    "Array.prototype": ["findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"],
    "Document.prototype": ["startViewTransition"],
    "Element.prototype": ["checkVisibility", "moveBefore", "setHTMLUnsafe", "getHTML"],
    "HTMLDialogElement.prototype": ["show", "showModal", "close"],
    "HTMLElement.prototype": ["showPopover", "hidePopover", "togglePopover", "inert"],
    "HTMLFormElement.prototype": ["requestSubmit"],
    "Map": ["groupBy"],
    "Object": ["groupBy"],
    "Promise": ["withResolvers", "try"],
    "Response": ["json"],
    "Set.prototype": ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf"],
    "String.prototype": ["isWellFormed", "toWellFormed"],
    "URL": ["canParse", "parse"],
    "URLSearchParams.prototype": ["size"],
}
"""What at least one of the three lacks."""

OLD = f"""for (const [path, names] of Object.entries({json.dumps(NEWER)})) {{
  const owner = path.split(".").reduce((one, name) => one?.[name], window);
  for (const name of names) if (owner) delete owner[name];
}}
for (const owner of [Document, DocumentFragment, Element]) {{
  for (const name of ["querySelector", "querySelectorAll", "closest", "matches"]) {{
    const own = owner.prototype[name];
    if (!own) continue;
    owner.prototype[name] = function (selector) {{
      if (`${{selector}}`.includes(":has(")) throw new SyntaxError(selector);
      return own.call(this, selector);
    }};
  }}
}}"""
"""A script that takes it out of a page before the page's own scripts."""
