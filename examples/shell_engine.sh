#!/bin/sh
# An engine in ten lines of shell: `inarow bot --engine examples/shell_engine.sh`.
# It plays any game, and takes the legal cell in the middle of the list.
while read -r word rest; do
	case $word in
	legal) set -- $rest ;;
	go) shift $((($# - 1) / 2)) && echo "move $1" ;;
	quit) exit ;;
	esac
done
