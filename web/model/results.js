// Results in a few words and figures, for lists and tables.

const UNSCORED = ["aborted", "fault"];
const ENDINGS = {
  line: "by a line",
  full: "no line left",
  resigned: "by resignation",
  time: "on time",
  agreed: "by agreement",
  abandoned: "by absence",
  aborted: "called off",
  misconduct: "by illegal moves",
  decided: "by an administrator",
  failed: "a bot failed",
  absent: "did not come",
  adjudicated: "by adjudication",
  fault: "fault of the server",
};

/** The points of a side: `1`, `½`, `0`, or `–` where there is no result. */
export function pointsLabel({ winner, ending }, side) {
  if (!ending || UNSCORED.includes(ending)) return "–";
  return winner === null || winner === undefined ? (ending === "absent" ? "0" : "½")
    : winner === side ? "1" : "0";
}

export const endingLabel = (ending) => ENDINGS[ending] ?? ending;

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long it is since a time: `3 minutes ago`, `yesterday`. Both in seconds since 1970. */
export function agoLabel(time, now) {
  const passed = Math.max(0, now - time);
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds) return relative.format(-Math.floor(passed / seconds), unit);
  }
  return "just now";
}
