// Players in many matches at once: a player moves as soon as both have seen the previous move.
const { io } = require("socket.io-client");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const times = [];
let received = 0;
let measuring = false;

function connect(match, player) {
  const socket = io(`http://127.0.0.1:${port}/cells`, { transports: ["websocket"], forceNew: true });
  return new Promise((resolve) => {
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.once("sync", (_, { state }) => resolve({ socket, state }));
  });
}

async function play(match) {
  const seats = [await connect(match, "0"), await connect(match, "1")];
  let id = seats[0].state._stateID;
  let seen = 0;
  let sent = 0;
  const move = () => {
    const player = String(id % 2);
    const payload = { type: "mark", args: [id % 9], playerID: player };
    sent = performance.now();
    seats[id % 2].socket.emit("update", { type: "MAKE_MOVE", payload }, id, match, player);
  };
  seats.forEach(({ socket }, seat) => {
    socket.on("update", (_, state) => {
      if (measuring) received += JSON.stringify(state).length;
      if (seat === id % 2 && measuring) times.push(performance.now() - sent);
      seen += 1;
      if (seen === 2) {
        seen = 0;
        id = state._stateID;
        move();
      }
    });
  });
  return move;
}

async function main() {
  const starts = [];
  for (let number = 0; number < matches; number += 1) starts.push(await play(`m${number}`));
  console.log("connected");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  measuring = true;
  const began = performance.now();
  const used = process.cpuUsage();
  starts.forEach((move) => move());
  setTimeout(() => {
    const spent = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(used);
    times.sort((a, b) => a - b);
    const at = (part) => Number(times[Math.floor(times.length * part)]?.toFixed(2));
    const figures = {
      moves: times.length,
      moves_per_second: Number((times.length / spent).toFixed(1)),
      move_ms: { p50: at(0.5), p99: at(0.99) },
      received_kb_per_move: Number((received / times.length / 1000).toFixed(1)),
      seconds: Number(spent.toFixed(1)),
      generator_cpu: Number(((user + system) / 1e6 / spent).toFixed(2)),
    };
    console.log(JSON.stringify(figures));
    process.exit(0);
  }, seconds * 1000);
}

main();
