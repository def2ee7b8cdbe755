// Apply a change from the server to a text: how many characters to keep at the start and at the
// end, counted in code points, and what comes in between.

export function apply(old, [start, end, between]) {
  const letters = [...old];
  const tail = end ? letters.slice(-end) : [];
  return letters.slice(0, start).join("") + between + tail.join("");
}
