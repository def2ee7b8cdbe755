// Texts that are cut off or overlap at a table, and what lies outside the screen; an expression.
(isWhole) => {
  const faults = [];
  const isHidden = (element) => {
    for (let outer = element; outer.id !== "table"; outer = outer.parentElement) {
      if (getComputedStyle(outer).clipPath === "inset(50%)") return true;
    }
    return element.closest("#log, #talk, .stack .card + .card") !== null;
  };
  const name = (element) => `#${element.closest("[id]")?.id} .${element.className}`;
  const texts = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || isHidden(parent)) continue;
    const text = node.data.trim();
    for (const line of range.getClientRects()) texts.push({ node, parent, box: line, text });
    for (let outer = parent; outer.id !== "table"; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      if ([overflowX, overflowY].some((value) => value === "auto" || value === "scroll")) break;
      const edge = outer.getBoundingClientRect();
      const isOut = box.left < edge.left - 2 || box.right > edge.right + 2;
      const isEdge = overflowX !== "visible" || outer === parent || outer.matches(".tray");
      if (isEdge && isOut && position !== "absolute") {
        faults.push(`cut off: ${JSON.stringify(node.data.trim())} in ${name(outer)}`);
        break;
      }
      if (overflowY !== "visible" && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3)) {
        faults.push(`cut off below: ${JSON.stringify(node.data.trim())} in ${name(outer)}`);
        break;
      }
    }
  }
  const inside = (one) => one.parent.closest("#board, #players") && !one.parent.closest("#hand");
  const shown = texts.filter(inside).sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (other.box.top > one.box.bottom - 3) break;
      if (other.node === one.node) continue;
      const left = Math.max(one.box.left, other.box.left);
      const across = Math.min(one.box.right, other.box.right) - left;
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (across > 3 && down > 4) {
        faults.push(`overlap: ${one.text} and ${other.text} in ${name(one.parent)}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push("wider than the screen");
  for (const element of innerWidth < 1280 ? [] : document.querySelectorAll("#hand .tray .touch")) {
    const edge = element.closest(".tray").getBoundingClientRect().right;
    if (element.getBoundingClientRect().right > edge + 1) faults.push(`out of its tray: ${element.id}`);
  }
  if (isWhole) {
    const cover = document.getElementById("hand").getBoundingClientRect().top;
    const floor = Math.min(cover || innerHeight, innerHeight);
    for (const element of document.querySelectorAll("#board .touch, #hand .touch")) {
      const { bottom, height } = element.getBoundingClientRect();
      const end = element.closest("#hand") ? innerHeight : floor;
      if (height && bottom > end + 1) faults.push(`covered: ${element.id} by ${bottom - end}`);
    }
  }
  return [...new Set(faults)];
}
