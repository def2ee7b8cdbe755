// Change the content of an element to the given HTML, but keep the nodes that stay the same, so
// that focus, scroll position and open folds survive.

export function morph(place, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  changeChildren(place, wanted.content);
}

function changeChildren(old, wanted) {
  const staying = new Set([...wanted.children].map((child) => child.id).filter(Boolean));
  let next = old.firstChild;
  for (const node of [...wanted.childNodes]) {
    while (next?.id && next.id !== node.id && !staying.has(next.id)) next = drop(next);
    const kept = find(old, node, next);
    if (!kept) {
      old.insertBefore(node, next);
    } else {
      if (kept === next) next = next.nextSibling;
      else old.insertBefore(kept, next);
      changeNode(kept, node);
    }
  }
  while (next) next = drop(next);
}

// What a script has fetched into the page is not the server's to remove.
function drop(node) {
  const after = node.nextSibling;
  if (!node.classList?.contains("fetched")) node.remove();
  return after;
}

function find(parent, node, next) {
  if (node.id) {
    if (next?.id === node.id && next.nodeName === node.nodeName) return next;
    const same = [...parent.children].find((child) => child.id === node.id);
    return same?.nodeName === node.nodeName ? same : undefined;
  }
  return next?.nodeName === node.nodeName && !next.id ? next : undefined;
}

function changeNode(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  if (old.isEqualNode(wanted)) return;
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  changeChildren(old, wanted);
}
