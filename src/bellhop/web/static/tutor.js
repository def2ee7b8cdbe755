// The tutor: while the player thinks, it finds out which moves would be blunders, and has them
// confirmed.  A move that is made before it knows is sent as always.

const NOTHING = { row: -1, warnings: {} };
let known = NOTHING; // the row it was last asked about, and its warnings by act

export async function askTutor(address, state) {
  if (!state.tutor) known = NOTHING;
  if (!state.tutor || state.row === known.row) return;
  const asked = { row: state.row, warnings: {} };
  known = asked;
  const answer = await fetch(address("tutor"));
  if (!answer.ok) return;
  const { row, warnings } = await answer.json();
  if (row === asked.row) asked.warnings = warnings;
}

// What it says about a move that would be a blunder after this row.
export function blunderOf(row, act) {
  return row === known.row ? known.warnings[act] : undefined;
}

// The table is told of a warning, as of a hint.
export function noteWarning(address) {
  fetch(address("tutor/warned"), { method: "POST" });
}
