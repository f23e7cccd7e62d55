/** Tournaments in words. */

import type { TournamentForm, TournamentSummary } from "../../api/types.ts";
import { clockText } from "../../game/clock.ts";
import { language } from "../../state/language.ts";
import { t } from "../../text/index.ts";

export const tournamentUrl = (id: string): string => `/tournament/${encodeURIComponent(id)}`;

/** "Arena, 60 minutes". */
export function formText(form: TournamentForm): string {
  if (form.kind === "arena") return t.tournaments.arena(form.minutes);
  return form.kind === "swiss" ? t.tournaments.swiss(form.rounds) : t.tournaments.roundRobin(form.twice ?? false);
}

/** A time today as an hour, another one with its day. */
export function whenText(time: number): string {
  const when = new Date(time);
  const today = when.toDateString() === new Date().toDateString();
  return when.toLocaleString(language, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

/** How far a tournament has come, at the server's time. */
export function progressText(summary: TournamentSummary, now: number): string {
  const words = t.tournaments;
  const { stage, start, players, round, rounds, closes, ended } = summary;
  if (stage === "cancelled") return words.calledOff;
  if (stage === "finished") return words.ended(whenText(ended ?? now));
  if (stage === "running") {
    if (closes == null) return words.round(round, rounds ?? null);
    return closes > now ? words.endsIn(wholeSeconds(closes - now)) : words.lastGames;
  }
  if (start.kind === "with") return words.missing(Math.max(1, start.players - players));
  return start.at > now ? words.beginsIn(wholeSeconds(start.at - now)) : words.beginsSoon;
}

/** A time without tenths of a second. */
function wholeSeconds(ms: number): string {
  return ms < 20_000 ? `0:${String(Math.ceil(ms / 1000)).padStart(2, "0")}` : clockText(ms);
}

/** "2½", as players write it. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  if (points - whole !== 0.5) return points.toFixed(2);
  return `${whole === 0 ? "" : whole}${t.tournaments.half}`;
}
