#!/bin/sh
# A bot that speaks the protocol of docs/protocol.md, in plain shell: it takes the last legal move.
#
#     bellhop check-bot ./examples/protocol_bot.sh
#     bellhop match overbooking ./examples/protocol_bot.sh random

while read -r command rest; do
  case "$command" in
    bellhop) printf 'id name Last\nready\n' ;;
    newgame) echo ready ;;
    moves) last="${rest##*; }" ;;
    go) echo "bestmove $last" ;;
    quit) exit 0 ;;
  esac
done
