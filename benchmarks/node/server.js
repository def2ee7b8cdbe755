// A boardgame.io server with a minimal game: nine cells, two players taking turns, no end.
const { Server, Origins } = require("boardgame.io/server");

const game = {
  name: "cells",
  setup: () => ({ cells: Array(9).fill(null) }),
  moves: {
    mark: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
