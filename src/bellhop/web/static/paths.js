// Moves as paths of clicks: lights up what may be touched next, and says when a path is complete.

export class Paths {
  #place;
  #moves;
  #touched = [];

  constructor(place, moves) {
    this.#place = place;
    this.#moves = moves;
    this.light();
  }

  get isBegun() {
    return this.#touched.length > 0;
  }

  #candidates() {
    return this.#moves.filter((move) => this.#touched.every((id, step) => move.path[step] === id));
  }

  light() {
    for (const element of this.#place.querySelectorAll(".lit, .picked")) {
      element.classList.remove("lit", "picked");
      element.removeAttribute("aria-pressed");
    }
    for (const id of this.#touched) {
      const element = document.getElementById(id);
      element?.classList.add("picked");
      element?.setAttribute("aria-pressed", "true");
    }
    for (const move of this.#candidates()) document.getElementById(move.path[this.#touched.length])?.classList.add("lit");
  }

  // Touch an element; the move that this completes, if any.
  touch(id) {
    let step = this.#touched.length;
    let matching = this.#candidates().filter((move) => move.path[step] === id);
    if (matching.length === 0) {
      matching = this.#moves.filter((move) => move.path[0] === id); // another first element starts a new path
      if (matching.length === 0) return undefined;
      this.#touched = [];
    }
    this.#touched.push(id);
    step = this.#touched.length;
    const done = matching.find((move) => move.path.length === step);
    if (done) this.#touched = [];
    this.light();
    return done;
  }

  cancel() {
    this.#touched = [];
    this.light();
  }
}
