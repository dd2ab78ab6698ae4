#!/bin/sh
# A whole event through the command line alone: 33 players, three rounds and a final. What happens and what must come
# out of it were worked out by hand in tests/tournament/data/event_33.toml; this script plays it and compares.
#
# usage: tests/event_33.sh FOLDER      (an empty folder for the data; VTES names the program, vtes-toolkit unless set)
set -eu

folder=${1:?usage: tests/event_33.sh FOLDER}
worked_out=$(dirname "$0")/tournament/data/event_33.toml
vtes=${VTES:-vtes-toolkit}

t() {
    command=$1
    shift
    $vtes tournament $command "$@" --data "$folder"
}
refused() {
    if "$@" 2>>"$folder/refusals"; then
        echo "this should have been refused: $*" >&2
        exit 1
    elif [ $? -ne 1 ]; then
        echo "this should have been refused with status 1: $*" >&2
        exit 1
    fi
}

id=$(t new "Thirty-three" --date 2026-11-21 --place Ghent --country BE --rounds 3)

# --- 32 players, from a file; a number that somebody has is refused ---
cat >"$folder/players.csv" <<'CSV'
Name;VEKN
Ada;3200001
Bela;3200002
Carlo;3200003
Dina;3200004
Emil;3200005
Flora;3200006
Gus;3200007
Hana;3200008
Ivo;3200009
Jana;3200010
Karl;3200011
Lena;3200012
Milo;3200013
Nora;3200014
Otto;3200015
Pia;3200016
Quin;3200017
Rosa;3200018
Saul;3200019
Tess;3200020
Ugo;3200021
Vera;3200022
Walt;3200023
Xena;3200024
Yann;3200025
Zoe;3200026
Amir;3200027
Britt;3200028
Cyril;3200029
Dora;3200030
Edda;3200031
Fritz;3200032
CSV
t "players import" "$id" "$folder/players.csv"
refused t "players add" "$id" "Somebody Else" --vekn 3200001
t checkin "$id" --open --all

# --- round 1; table 3 is entered wrongly, Milo and Otto exchanged ---
t seat "$id" --publish --table 1,2,3,4,5 --table 6,7,8,9,10 --table 11,12,13,14,15 --table 16,17,18,19,20 \
    --table 21,22,23,24 --table 25,26,27,28 --table 29,30,31,32
t "clock start" "$id" 1
t "result enter" "$id" 1 1 --events "B>C, D>E, B>D, time"
t "result enter" "$id" 1 2 0.5 0.5 1.5 0 0.5
t "result enter" "$id" 1 3 --events "C>D, E>A, E>B, E>C"
t "result enter" "$id" 1 4 0 0 1.5 0 2.5 --player Tess
t "result confirm" "$id" 1 4 Pia
t "result enter" "$id" 1 5 --events "A>B, D>A, C>D"
t "result enter" "$id" 1 6 0 3 0 1
refused t "result enter" "$id" 1 7 3 0 1 1
refused t "seat" "$id" --publish
t "result enter" "$id" 1 7 0.5 1.5 1 0
t "result lock" "$id" 1
t "clock stop" "$id" 1

# --- a late arrival, and round 2; Edda leaves from her table, Bela withdraws from his ---
t "players add" "$id" Greta --vekn 3200033
t checkin "$id" --open --all
t seat "$id" --publish --table 30,8,2,13,26 --table 9,24,32,33,12 --table 18,25,31,20,7 --table 15,16,27,5,29 \
    --table 3,23,14,1,6 --table 19,11,4,28 --table 21,22,17,10
t "players drop" "$id" Edda --reason "has to catch a train"
refused t "result enter" "$id" 2 1 4 0 0.5 0 0
t "result enter" "$id" 2 1 4 0 0.5 0 0 --events "A>B, C!, A>D, A>E"
t "result enter" "$id" 2 2 0 0.5 1.5 0 1.5
t "result enter" "$id" 2 3 --events "removed:C, A>B, time"
t "result enter" "$id" 2 4 0 2.5 0 0 1.5
t "result enter" "$id" 2 5 0 0.5 0.5 2.5 0
t "result enter" "$id" 2 6 1 0 0 3
t "result enter" "$id" 2 7 0.5 0.5 1.5 0

# --- after round 2: a result of round 1 is corrected, Tess leaves, Lena is disqualified ---
t "result enter" "$id" 1 3 0 0 4 0 1 --events "C>D, E>A, C>E, C>B"
t "players drop" "$id" "#3200020"
t "sanction give" "$id" Lena disqualification --rule "JG 1.1.4" --judge Paul
refused t checkin "$id" Lena

# --- round 3: a wrong entry is undone ---
t seat "$id" --publish --table 11,30,29,26,16 --table 19,25,32,17,15 --table 22,14,18,13,5 --table 1,27,6,24,23 \
    --table 10,9,28,3,4 --table 33,2,8,21,7
t "result enter" "$id" 3 1 1.5 0 0.5 0.5 0.5
t "result enter" "$id" 3 2 0.5 0.5 1.5 0 0.5
t undo "$id"
t "result enter" "$id" 3 2 1.5 0 0.5 0.5 0.5
t "result enter" "$id" 3 3 3 0 0 0 2
t "result enter" "$id" 3 4 1 0 3 0 1
t "result enter" "$id" 3 5 1.5 0 1.5 0 0.5
t "result enter" "$id" 3 6 0 0.5 0.5 0.5 1.5

# --- the final: a toss between Bela and Walt, the cut, the row, and a tie that the seed decides ---
refused t "final open" "$id"
t "final toss" "$id" Walt Bela --how "a die: 5 against 2"
t "final open" "$id"
t "final cards" "$id" Walt "Anson" "Lucita" "Arika"
t "final place" "$id" Walt 0
refused t "final place" "$id" Britt 0
t "final place" "$id" Milo 0
t "final place" "$id" Ada 2
t "final place" "$id" Dora 3
t "final place" "$id" Britt 1
t "final first" "$id" Walt
t "result enter" "$id" final 1 1.5 0 1.5 0 0.5
t finish "$id"

# --- what came out ---
t standings "$id" --json >"$folder/standings.json"
t show "$id" --json >"$folder/show.json"
t export "$id" -o "$folder/export.json"
again=$(t import "$folder/export.json")
# Each log has a chain of its own; everything else comes back as it was.
without_chain() { "${PYTHON:-python3}" -c 'import json, sys; log = json.load(sys.stdin); del log["chain"]; print(json.dumps(log))'; }
without_chain <"$folder/export.json" >"$folder/export.plain"
t export "$again" | without_chain | cmp - "$folder/export.plain"

"${PYTHON:-python3}" - "$worked_out" "$folder" <<'PY'
import json, sys, tomllib
worked_out = tomllib.load(open(sys.argv[1], "rb"))
got = json.load(open(sys.argv[2] + "/standings.json"))
shown = json.load(open(sys.argv[2] + "/show.json"))
keys = ["rank", "name", "rounds", "game_wins", "victory_points", "tournament_points", "rating_points"]
expected = [tuple(row[key] for key in keys) for row in worked_out["standings"]]
found = [tuple(row["player" if key == "name" else key] for key in keys) for row in got]
for row in sorted(set(expected) - set(found)):
    print("worked out:", *row)
for row in sorted(set(found) - set(expected)):
    print("came out:  ", *row)
winner = worked_out["final"]["winner"]
if sorted(expected) != sorted(found) or [row[0] for row in expected] != [row[0] for row in found]:
    sys.exit("the standings are not the ones worked out by hand")
if shown["winner"]["player"] != winner or shown["stage"] != "finished":
    sys.exit("the winner is not the one worked out by hand")
seeds = {row["number"]: row["seed"] for row in got}
if [seeds[player] for player in worked_out["final"]["finalists"]] != [1, 2, 3, 4, 5]:
    sys.exit("the finalists are not the ones worked out by hand")
print(f"{len(found)} places, the winner {shown['winner']['name']} and all rating points are as worked out by hand.")
PY
