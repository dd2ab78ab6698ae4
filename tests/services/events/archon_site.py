"""A stand-in for Archon on loopback: the recorded calls with their errors, and a small machine of an event's states."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

FOLDER = Path(__file__).parents[2] / "exchange" / "data" / "archon"
CALLS: dict[str, dict[str, Any]] = {
    call["name"]: call for call in json.loads((FOLDER / "calls.json").read_text("utf-8"))["calls"]
}
EXPORT = [json.loads(line) for line in (FOLDER / "export.jsonl").read_text("utf-8").splitlines()]
EVENT: dict[str, Any] = next(row["data"] for row in EXPORT if row["type"] == "tournament")
UID = EVENT["uid"]
CLIENT, SECRET = "c1", "secret-of-c1"
# Nothing of these may stand in any log, page, file or sentence.
SECRETS = ("app.1", "m.1", "m.2", "r.1", "r.2")


def shell() -> dict[str, Any]:
    """The event of the samples as it was put in by hand, before anything was sent."""
    empty = {"state": "Planned", "players": [], "rounds": [], "finals": None, "winner": "", "standings": []}
    return json.loads(json.dumps({**EVENT, **empty}))


class Refused(Exception):
    def __init__(self, code: str, detail: str = "", status: int = 400) -> None:
        super().__init__(code)
        self.status, self.values = status, {"detail": detail or code, "code": f"tournament.{code}", "params": {}}


class ArchonSite:
    """What Archon has, was asked (`calls`) and took (`taken`); `faults` is how the next call of a kind is answered.

    A fault is the name of a recorded call, whose answer is given; `html`; `hang up`; or `lost`: carried out, and the
    answer never arrives.
    """

    def __init__(self, event: Mapping[str, Any] | None = None) -> None:
        self.event: dict[str, Any] = json.loads(json.dumps(event)) if event else shell()
        self.members = [dict(row["data"]) for row in EXPORT if row["type"] == "user"]
        self.decks: dict[str, Any] = {}
        self.adjusted: list[tuple[str, int]] = []
        self.calls: list[str] = []
        self.taken: list[dict[str, Any]] = []
        self.faults: list[tuple[str, str]] = []
        self.pairs, self.valid, self.spent = 0, {"app.1"}, set[str]()
        self.url = ""

    @property
    def settings(self) -> dict[str, str]:
        """The environment of an installation that asks this site."""
        return {
            "VTES_TOOLKIT_ARCHON_URL": f"{self.url}/site",
            "VTES_TOOLKIT_ARCHON_API_URL": f"{self.url}/api",
            "VTES_TOOLKIT_ARCHON_CLIENT": CLIENT,
        }

    def fault_at(self, kind: str) -> str:
        for place, (at, fault) in enumerate(self.faults):
            if at in (kind, "any"):
                del self.faults[place]
                return fault
        return ""

    # Answers

    def answer(self, host: str, path: str, body: Any, token: str) -> tuple[int, Any]:
        try:
            if host == "site" or path.startswith("/oauth"):
                return 200, self.changed(path, body, token)
            return 200, self.read(path, token)
        except Refused as refused:
            return refused.status, refused.values

    def read(self, path: str, token: str) -> Any:
        if token not in self.valid:
            raise Refused("", CALLS["no_token"]["answer"]["json"]["detail"], 401)
        parts = urlsplit(path)
        *_, kind, last = parts.path.split("/")
        if kind == "tournaments":
            names = (self.event["uid"], self.event["event_code"], self.event["external_ids"].get("vekn"))
            if last not in names:
                raise Refused("", "Tournament not found", 404)
            return self.event
        if kind == "users":
            found = [member for member in self.members if last in (member["vekn_id"], member["uid"])]
            if not found:
                raise Refused("", "User not found", 404)
            return found[0]
        here = {player["user_uid"] for player in self.event["players"]}
        if last == "users":
            return self.listed("user", [member for member in self.members if member["uid"] in here])
        return self.listed("deck", [])

    @staticmethod
    def listed(kind: str, rows: list[Any]) -> str:
        records = [
            {"type": "header"},
            *({"type": kind, "data": row} for row in rows),
            {"type": "eof", "count": len(rows)},
        ]
        return "".join(json.dumps(record) + "\n" for record in records)

    def changed(self, path: str, body: Any, token: str) -> Any:
        if path == "/oauth/token":
            return self.token(body)
        if path == "/oauth/revoke":
            self.spent.add(body["token"])
            return {}
        if token not in self.valid - {"app.1"}:
            raise Refused("", "Not authenticated", 401)
        answer = self.act(path, dict(body))
        self.taken.append(body)
        return answer

    def act(self, path: str, body: dict[str, Any]) -> Any:
        if path == "/sanctions/":
            return self.sanction(body)
        uid, call = path.removeprefix("/api/tournaments/").split("/")
        if uid != self.event["uid"]:
            raise Refused("", CALLS["other_event"]["answer"]["json"]["detail"], 403)
        if call == "bulk-register":
            return self.registered(body)
        getattr(self, f"do_{body.pop('type')}")(**body)
        return self.event

    def token(self, form: dict[str, str]) -> Any:
        if (form["client_id"], form["client_secret"]) != (CLIENT, SECRET):
            raise Refused("", "Invalid client credentials", 401)
        if form["grant_type"] == "client_credentials":
            return CALLS["app_token"]["answer"]["json"]
        if form.get("refresh_token") in self.spent:
            raise Refused("", "Refresh token has been revoked")
        self.spent.add(form.get("refresh_token", ""))
        self.pairs += 1
        self.valid = {"app.1", f"m.{self.pairs}"}
        granted = CALLS["member_token"]["answer"]["json"]
        return {**granted, "access_token": f"m.{self.pairs}", "refresh_token": f"r.{self.pairs}"}

    # The event's states

    def player(self, uid: str) -> dict[str, Any]:
        found: dict[str, Any] = next(player for player in self.event["players"] if player["user_uid"] == uid)
        return found

    def need(self, *states: str) -> None:
        if self.event["state"] not in states:
            raise Refused("wrong_state", f"Tournament must be {states} (currently {self.event['state']})")

    def do_OpenRegistration(self) -> None:
        self.need("Planned")
        self.event["state"] = "Registration"

    def registered(self, body: dict[str, Any]) -> Any:
        self.need("Registration")
        out: dict[str, Any] = {"registered": [], "already_registered": [], "unmatched": [], "failed": []}
        uids = {member["vekn_id"]: member["uid"] for member in self.members}
        here = [player["user_uid"] for player in self.event["players"]]
        for row, sent in enumerate(body["rows"]):
            uid = uids.get(sent["vekn_id"])
            if uid is None:
                out["unmatched"].append({"row": row, "name": sent["vekn_id"], "reason": "not_found"})
            elif uid in here:
                out["already_registered"].append(f"Member {uid[-2:]}")
            else:
                out["registered"].append(f"Member {uid[-2:]}")
                self.event["players"].append({"user_uid": uid, "state": "Registered", "toss": 0, "finalist": False})
        return out

    def do_CloseRegistration(self) -> None:
        self.need("Registration")
        self.event["state"] = "Waiting"

    def do_UpsertDeck(self, player_uid: str, deck: dict[str, Any]) -> None:
        if not deck["cards"]:
            raise Refused("no_cards")
        self.player(player_uid)
        self.decks[player_uid] = deck

    def do_CheckIn(self, player_uid: str) -> None:
        self.need("Waiting")
        if self.player(player_uid)["state"] == "Disqualified":
            raise Refused("player_disqualified")
        self.player(player_uid)["state"] = "Checked-in"

    def do_CheckOut(self, player_uid: str) -> None:
        self.need("Waiting")
        assert self.player(player_uid)["state"] == "Checked-in"
        self.player(player_uid)["state"] = "Registered"

    def do_DropOut(self, player_uid: str) -> None:
        self.need("Waiting", "Playing")
        self.player(player_uid)["state"] = "Finished"

    def do_StartRound(self, seating: list[list[str]]) -> None:
        self.need("Waiting")
        here = {player["user_uid"] for player in self.event["players"] if player["state"] == "Checked-in"}
        seated = [uid for table in seating for uid in table]
        if not here.issuperset(seated):
            raise Refused("player_not_in_subset")
        if len(seated) != len(here):
            raise Refused("seating_incomplete")
        for player in self.event["players"]:
            if player["user_uid"] in here:
                player["state"] = "Playing"
            elif player["state"] == "Registered" and not self.event["rounds"]:
                player["state"] = "Finished"
        self.event["rounds"].append([self.table(uids) for uids in seating])
        self.event["state"] = "Playing"

    @staticmethod
    def table(uids: list[str]) -> dict[str, Any]:
        seats = [{"player_uid": uid, "result": {"gw": 0, "vp": 0.0, "tp": 0}, "judge_uid": ""} for uid in uids]
        return {"seating": seats, "state": "In Progress", "override": None}

    def at(self, round: int, table: int) -> dict[str, Any]:
        is_final = round == len(self.event["rounds"]) and self.event["finals"]
        found: dict[str, Any] = self.event["finals"] if is_final else self.event["rounds"][round][table]
        return found

    def do_SetScore(self, round: int, table: int, scores: list[dict[str, Any]]) -> None:
        at = self.at(round, table)
        points = {score["player_uid"]: score["vp"] for score in scores}
        assert set(points) == {seat["player_uid"] for seat in at["seating"]}
        for seat in at["seating"]:
            seat["result"]["vp"] = float(points[seat["player_uid"]])
        self.score(at, round)
        if at["override"] is None:
            at["state"] = "Finished" if sum(map(math.ceil, points.values())) == len(points) else "Invalid"
        self.rank()

    def score(self, at: dict[str, Any], round: int) -> None:
        taken = {uid: self.adjusted.count((uid, round)) for uid, _ in self.adjusted}
        seats = at["seating"]
        points = [seat["result"]["vp"] - taken.get(seat["player_uid"], 0) for seat in seats]
        values = (60, 48, 36, 24, 12) if len(seats) == 5 else (60, 48, 24, 12)
        ordered = sorted(points, reverse=True)
        for seat, vp in zip(seats, points, strict=True):
            first, count = ordered.index(vp), points.count(vp)
            seat["result"]["tp"] = sum(values[first : first + count]) // count
            seat["result"]["gw"] = int(vp >= 2 and vp == ordered[0] and count == 1)

    def do_Override(self, round: int, table: int, comment: str) -> None:
        at = self.at(round, table)
        at["override"], at["state"] = {"judge_uid": "judge", "comment": comment}, "Finished"

    def do_FinishRound(self, round: int) -> None:
        self.need("Playing")
        if any(table["state"] != "Finished" for table in self.event["rounds"][round]):
            raise Refused("tables_not_finished")
        for player in self.event["players"]:
            if player["state"] == "Playing":
                played = sum(
                    seat["player_uid"] == player["user_uid"]
                    for tables in self.event["rounds"]
                    for table in tables
                    for seat in table["seating"]
                )
                player["state"] = "Completed" if played >= self.event["max_rounds"] else "Checked-in"
        self.event["state"] = "Waiting"
        self.rank()

    def sanction(self, body: dict[str, Any]) -> Any:
        if body["level"] == "disqualification":
            assert self.player(body["user_uid"])["state"] != "Disqualified"
            self.player(body["user_uid"])["state"] = "Disqualified"
        else:
            self.adjusted.append((body["user_uid"], body["round_number"]))
            for table in self.event["rounds"][body["round_number"]]:
                self.score(table, body["round_number"])
        self.rank()
        return {"uid": "s", **body}

    def rank(self) -> None:
        rows = []
        for player in self.event["players"]:
            uid, is_out = player["user_uid"], player["state"] == "Disqualified"
            results = [
                seat["result"]
                for tables in self.event["rounds"]
                for table in tables
                for seat in table["seating"]
                if seat["player_uid"] == uid and not is_out
            ]
            taken = 0 if is_out else sum(one == uid for one, _ in self.adjusted)
            sums = {name: sum(result[name] for result in results) for name in ("gw", "vp", "tp")}
            rows.append({"user_uid": uid, **sums, "vp": sums["vp"] - taken, "toss": player["toss"]})
            rows[-1] |= {"finalist": player["finalist"], "disqualified": is_out, "non_competing": False}
        self.event["standings"] = sorted(rows, key=lambda row: (row["disqualified"], *(-n for n in self.score_of(row))))

    @staticmethod
    def score_of(row: dict[str, Any]) -> tuple[float, ...]:
        return (row["gw"], row["vp"], row["tp"], row["toss"])

    def do_SetToss(self, player_uid: str, toss: int) -> None:
        self.need("Waiting")
        self.player(player_uid)["toss"] = toss
        self.rank()

    def do_StartFinals(self) -> None:
        self.need("Waiting")
        able = [
            row
            for row in self.event["standings"]
            if self.player(row["user_uid"])["state"] not in ("Finished", "Disqualified")
        ]
        if len(able) < 5:
            raise Refused("finals_not_enough_players")
        if any(len(list(tied)) > 1 for _, tied in groupby(able[:6], key=self.score_of)):
            raise Refused("finals_unresolved_ties")
        seeds = [row["user_uid"] for row in able[:5]]
        self.event["finals"] = {**self.table(seeds), "seed_order": seeds}
        for uid in seeds:
            self.player(uid).update(state="Playing", finalist=True)
        self.event["state"] = "Playing"

    def do_AlterSeating(self, round: int, seating: list[list[str]]) -> None:
        assert round == len(self.event["rounds"])
        final = self.event["finals"]
        assert sorted(seating[0]) == sorted(final["seed_order"])
        final["seating"] = self.table(seating[0])["seating"]

    def do_FinishFinals(self) -> None:
        self.need("Playing")
        final = self.event["finals"]
        if final["state"] != "Finished":
            raise Refused("finals_table_unfinished")
        points = {seat["player_uid"]: seat["result"]["vp"] for seat in final["seating"]}
        self.event["winner"] = max(final["seed_order"], key=lambda uid: points[uid])  # the first of the best
        self.do_FinishTournament()

    def do_FinishTournament(self) -> None:
        self.event["state"] = "Finished"
        for player in self.event["players"]:
            if player["state"] != "Disqualified":
                player["state"] = "Finished"
        self.rank()


@contextmanager
def serving(site: ArchonSite) -> Iterator[ArchonSite]:
    """The site on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply()

        def do_POST(self) -> None:
            self.reply()

        def log_message(self, *_: object) -> None:
            pass

        def reply(self) -> None:
            _, host, rest = self.path.split("/", 2)
            path, text = f"/{rest}", self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            is_form = "form" in self.headers.get("Content-Type", "")
            body = {k: v[0] for k, v in parse_qs(text).items()} if is_form else json.loads(text or "{}")
            kind = str(body.get("type") or f"{self.command} {path.partition('?')[0]}")
            site.calls.append(kind)
            fault = site.fault_at(kind)
            if fault in CALLS:
                answer = CALLS[fault]["answer"]
                self.finish_with(answer["status"], answer.get("json"), answer.get("headers", {}))
            elif fault == "html":
                self.finish_with(502, "<html>Maintenance</html>")
            elif fault == "hang up":
                self.close_connection = True
            else:
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                status, values = site.answer(host, path, body, token)
                if fault == "cut" and isinstance(values, str):
                    values = values.rpartition('{"type": "eof"')[0]
                if fault == "lost":
                    self.close_connection = True
                    return
                self.finish_with(status, values)

        def finish_with(self, status: int, values: Any, headers: Mapping[str, str] = {}) -> None:
            content = (values if isinstance(values, str) else json.dumps(values)).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
