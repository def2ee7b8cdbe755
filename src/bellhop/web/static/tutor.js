// The tutor: while the player thinks, it finds out which moves would be blunders, and has them
// confirmed.  A move that is made before it knows is sent as always.

let asked = -1; // the row it was last asked about

export async function askTutor(address, state, newest) {
  if (!state.tutor || state.row === asked) return;
  asked = state.row;
  const answer = await fetch(address("tutor"));
  if (!answer.ok) return;
  const { row, warnings } = await answer.json();
  if (row !== newest().row) return;
  for (const move of newest().moves) {
    if (!warnings[move.act]) continue;
    move.isBlunder = true;
    move.warning = warnings[move.act];
  }
}

// The table is told of a warning, as of a hint.
export function noteWarning(address, move) {
  if (move.isBlunder) fetch(address("tutor/warned"), { method: "POST" });
}
