// Random play of tic-tac-toe with a boardgame.io client, measured in processor time; prints JSON.
const { spawnSync } = require("child_process");
const { Client } = require("boardgame.io/client");

const RUNS = 5;
const STARTS = 5;
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];
const seconds = Number(process.argv[2]);

const isWon = (cells, player) => LINES.some((line) => [...line].every((i) => cells[i] === player));

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  moves: {
    mark: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G, ctx }) => {
    if (isWon(G.cells, ctx.currentPlayer)) return { winner: ctx.currentPlayer };
    return G.cells.includes(null) ? undefined : { draw: true };
  },
};

function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function playGame(client) {
  client.reset();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const free = [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null);
    client.moves.mark(free[Math.floor(Math.random() * free.length)]);
    moves += 1;
  }
  return moves;
}

// The sum of the results of all calls in a run, their number, and the time they took.
function run(work) {
  const start = spent();
  let [sum, calls, took] = [0, 0, 0];
  while (took < seconds) {
    for (let i = 0; i < 20; i += 1) sum += work();
    calls += 20;
    took = spent() - start;
  }
  return { sum, calls, took };
}

function runs(work) {
  run(work); // warm up
  return Array.from({ length: RUNS }, () => run(work));
}

function startSeconds(code) {
  const ending = "; const { user, system } = process.cpuUsage(); console.log(user + system)";
  const times = Array.from({ length: STARTS }, () =>
    Number(spawnSync(process.execPath, ["-e", code + ending], { encoding: "utf-8" }).stdout),
  );
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] / 1e6;
}

const client = Client({ game, numPlayers: 2 });
const played = runs(() => playGame(client));
const rates = played.map(({ sum, took }) => sum / took).sort((a, b) => a - b);
const total = (name) => played.reduce((sum, one) => sum + one[name], 0);
const resets = runs(() => {
  client.reset();
  return 1;
});
const load = 'const { Client } = require("boardgame.io/client")';
const move = "const c = Client({ game: { moves: { pass: () => {} } } }); c.moves.pass()";
const figures = {
  game: "tic-tac-toe",
  way: "move by move",
  moves_per_s: Math.round(rates[RUNS - 1]),
  median_moves_per_s: Math.round(rates[Math.floor(RUNS / 2)]),
  moves_per_game: Number((total("sum") / total("calls")).toFixed(1)),
  reset_us: Number((Math.min(...resets.map((one) => (1e6 * one.took) / one.calls))).toPrecision(3)),
  clone_us: 0, // states are immutable, so no copy is needed
};
console.log(
  JSON.stringify({
    versions: { node: process.versions.node, "boardgame.io": require("boardgame.io/package.json").version },
    import_s: startSeconds(load),
    first_move_s: startSeconds(`${load}; ${move}`),
    figures: [figures],
  }),
);
