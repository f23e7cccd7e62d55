/** The lobby as this page knows it: the open seeks, and the games that wait for one's move. */

import { computed, signal } from "@preact/signals";
import { api } from "../api/client.ts";
import { reachable } from "../api/server.ts";
import type { Channel } from "../api/socket.ts";
import type { DeclineReason, GameSummary, LobbyMessage, Seek, SeekRequest } from "../api/types.ts";
import { loadMe, me } from "./me.ts";
import { remembered } from "./prefs.ts";

/** The open seeks by their ids; `null` until they are known. */
export const seeks = signal<ReadonlyMap<string, Seek> | null>(null);

/** One's own that wait for somebody. */
export const ownSeeks = computed(() =>
  [...(seeks.value?.values() ?? [])].filter((seek) => seek.yours && seek.declined == null),
);

/** Challenges of others that wait for one's answer, the latest first. */
export const challenges = computed(() =>
  [...(seeks.value?.values() ?? [])]
    .filter((seek) => seek.to != null && !seek.yours)
    .sort((a, b) => b.created - a.created),
);

/** A game that has begun because somebody accepted one's seek, and was not opened yet. */
export const begun = signal<string | null>(null);

/** The tournament whose page is looked at, and how often it has changed meanwhile. */
export const followed = signal<{ tournament: string; changes: number } | null>(null);

/** The games against people that wait for one's move. */
export const turns = signal<readonly GameSummary[]>([]);

/** Whether there was a seek of one's own when this browser last looked: then every page waits for its game. */
export const seeking = remembered("seeking", false, (value) => typeof value === "boolean");

/** Whether one takes part in a tournament for which one has to be there: then every page waits for its games. */
export const competing = remembered("competing", false, (value) => typeof value === "boolean");

/** How often it is looked up which games wait, ms. */
const TURNS_EVERY = 60_000;

let channel: Channel | null = null;
let watchers = 0;
/** What was heard while the whole list was on its way. */
let early: LobbyMessage[] | null = null;

/** Follows the lobby until what is returned is called. */
export function watchLobby(): () => void {
  watchers += 1;
  channel ??= api.lobbySocket({ message: hear, opened });
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    watchers -= 1;
    if (watchers > 0) return;
    channel?.close();
    channel = null;
    seeks.value = null;
  };
}

function opened(): void {
  void readAll();
  if (!followed.peek()) return;
  sayFollowed();
  // What has changed before was not heard.
  changed();
}

/** Follows a tournament until what is returned is called. */
export function followTournament(tournament: string): () => void {
  followed.value = { tournament, changes: 0 };
  const stop = watchLobby();
  sayFollowed();
  return () => {
    followed.value = null;
    sayFollowed();
    stop();
  };
}

function sayFollowed(): void {
  channel?.send({ type: "follow", tournament: followed.peek()?.tournament ?? null });
}

function changed(): void {
  const now = followed.peek();
  if (now) followed.value = { ...now, changes: now.changes + 1 };
}

async function readAll(): Promise<void> {
  const heard: LobbyMessage[] = [];
  early = heard;
  try {
    const all = await api.seeks();
    // Asked again meanwhile, or nobody looks any more.
    if (early !== heard || !channel) return;
    early = null;
    seeks.value = new Map(all.map((seek) => [seek.id, seek]));
    heard.forEach(hear);
    seeking.value = ownSeeks.peek().length > 0;
  } catch {
    // The socket comes back when the server answers, and this is done again.
    if (early === heard) early = null;
  }
}

function hear(message: LobbyMessage): void {
  if (message.type === "tournament" && message.tournament === followed.peek()?.tournament) changed();
  if (message.type === "paired" || message.type === "begun") {
    begun.value = message.game;
    void loadTurns();
  }
  if (message.type !== "seeks") return;
  if (early) {
    early.push(message);
    return;
  }
  const next = new Map<string, Seek>(seeks.peek() ?? []);
  for (const id of message.gone) next.delete(id);
  for (const seek of message.open) next.set(seek.id, seek);
  seeks.value = next;
  seeking.value = ownSeeks.peek().length > 0;
}

/** Creates a seek; the id of the game if it has begun at once. */
export async function seekGame(wanted: SeekRequest): Promise<string | null> {
  const first = ownSeeks.peek().length === 0;
  const answer = await api.seek(wanted);
  if (answer.kind === "paired") return answer.game;
  seeks.value = new Map<string, Seek>(seeks.peek() ?? []).set(answer.seek.id, answer.seek);
  seeking.value = true;
  // The server may know us only now, by a cookie that the socket was opened without.
  if (first) {
    channel?.reopen();
    void loadMe();
  }
  return null;
}

/** Challenges a player by name. */
export async function challengePlayer(to: string, wanted: SeekRequest): Promise<void> {
  const seek = await api.challenge({ ...wanted, to });
  seeks.value = new Map<string, Seek>(seeks.peek() ?? []).set(seek.id, seek);
  seeking.value = true;
}

export async function declineChallenge(id: string, reason: DeclineReason): Promise<void> {
  await api.declineChallenge(id, reason);
  removed(id);
}

export async function withdrawSeek(id: string): Promise<void> {
  await api.withdrawSeek(id);
  removed(id);
}

function removed(id: string): void {
  const next = new Map<string, Seek>(seeks.peek() ?? []);
  next.delete(id);
  seeks.value = next;
  seeking.value = ownSeeks.peek().length > 0;
}

/** Looks up which games wait. A visitor whom the server does not know has none. */
export async function loadTurns(): Promise<void> {
  if (!reachable.peek()) return;
  try {
    turns.value = await api.turns();
  } catch {
    // They are looked up again in a while.
  }
}

/** Whether the server knows who we are: everybody else has the same name. */
const isSomebody = () => me.peek() !== null && (me.peek()?.account === true || me.peek()?.name !== "Guest");

/** Looks up from time to time which games wait, while the page is looked at. Returns the way to end it. */
export function followTurns(): () => void {
  const look = (): void => {
    if (document.visibilityState === "visible" && isSomebody()) void loadTurns();
  };
  look();
  const timer = setInterval(look, TURNS_EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
