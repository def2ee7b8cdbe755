// What the server says about a text in place of sending it again: how much of its beginning and end
// stays, counted in whole characters, and what comes between.

export function apply(old, [start, end, between]) {
  const letters = [...old];
  const tail = end ? letters.slice(-end) : [];
  return letters.slice(0, start).join("") + between + tail.join("");
}
