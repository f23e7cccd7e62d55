/** Everything that pages ask, answered by this machine. */

import { type Api, ApiError, cellSight, type PictureWanted, type Sighted } from "../api/client.ts";
import type { Game, MoveLine, Position, Threats, Variant, VariantSummary, WorkshopAnswer } from "../api/types.ts";
import { remembered } from "../state/prefs.ts";
import { spoken, t } from "../text/index.ts";
import { AnalysisHere, GameHere, seen } from "./channels.ts";
import { definitions, rules } from "./desk.ts";
import { type KeptGame, keepDefinition, keepGame, keptDefinitions, keptGame, keptGames, newId } from "./kept.ts";

/** What this person is called; empty: nothing yet. */
const name = remembered("name", "", (value) => typeof value === "string");
const ownName = () => name.value || t.you;

for (const [id, text] of keptDefinitions()) definitions.set(id, text);

async function without(): Promise<never> {
  throw new ApiError(404, "no-server", t.noServer);
}

function gameOf(id: string): KeptGame {
  const game = keptGame(id);
  if (!game) throw new ApiError(404, "no-such-game", t.noGameHere);
  return game;
}

async function drawn({ variant, options = {}, view, theme }: PictureWanted): Promise<string> {
  const [signs, { dressedPicture }, game] = await Promise.all([
    rules.ask<string>({ picture: { id: variant, options, view, theme } }),
    import("@spielraum/board/sets/dressed-picture"),
    rules.ask<Variant>({ variant: { id: variant, options } }),
  ]);
  const svg = await dressedPicture(signs, game);
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

/** The module has got the German of games' texts, once it needs that. */
let words: Promise<unknown> | null = null;

/** Asks about games, whose texts come in the language in use. */
async function told<T>(question: object): Promise<T> {
  if (spoken === "de") {
    words ??= import("../../../games/german.txt?raw").then(({ default: text }) => rules.ask({ words: { text } }));
    // Without them texts stay English.
    await words.catch(() => {
      words = null;
    });
  }
  return rules.ask<T>(question);
}

const gallery = () => told<VariantSummary[]>({ gallery: { language: spoken } });

export const here: Api = {
  picture: (wanted) => {
    const { variant, view, theme, options = {} } = wanted;
    // The site has pictures of its games.
    const original = import.meta.env.MODE === "site" && Object.keys(options).length === 0 && !definitions.has(variant);
    return original && view !== "slices" ? `pictures/${variant}-${view}-${theme}.svg` : drawn(wanted);
  },
  variants: () =>
    import.meta.env.MODE !== "site"
      ? gallery()
      : fetch(`variants.${spoken}.json`).then(
          (answer) => (answer.ok ? (answer.json() as Promise<VariantSummary[]>) : gallery()),
          gallery,
        ),
  variant: (id, options = {}) => told<Variant>({ variant: { id, options, language: spoken } }),

  position: (place) => rules.ask<Position>({ position: place }),
  lines: (question) => rules.ask<{ lines: MoveLine[] }>({ lines: question }).then((answer) => answer.lines),
  sight: (question) => rules.ask<Sighted>({ lines: question }).then(cellSight),
  threats: (question) => rules.ask<Threats>({ threats: question }),
  solve: without,
  endgame: async () => ({ moves: [] }),
  explorer: without,
  setup: (setup) => rules.ask({ setup }),

  gameSocket: (id, handlers) => new GameHere(id, handlers),
  analysisSocket: (handlers) => new AnalysisHere(handlers),

  createGame: async (request): Promise<Game> => {
    const side = Math.random() < 0.5 ? "white" : "black";
    const begin = { id: newId(), name: ownName(), now: Date.now(), side, request };
    const game = await rules.ask<KeptGame>({ begin });
    const text = definitions.get(game.variant);
    if (text !== undefined) keepDefinition(game.variant, text);
    const whole = await seen(game);
    keepGame(game, whole);
    return whole;
  },
  game: async (id) => seen(gameOf(id)),
  variantOfGame: without,
  join: without,
  games: async (filter) => {
    const wanted = (part: string | undefined, value: string) => !part || part === value;
    const fits = keptGames().filter(
      (game) => wanted(filter.variant, game.variant) && wanted(filter.status, game.status),
    );
    return { games: fits, next: null };
  },
  turns: async () => [],
  seeks: async () => [],
  seek: without,
  acceptSeek: without,
  withdrawSeek: without,
  challenge: without,
  declineChallenge: without,
  lobbySocket: () => {
    throw new ApiError(404, "no-server", t.noServer);
  },
  tournaments: async () => [],
  tournament: without,
  createTournament: without,
  inTournament: without,
  callTournamentOff: without,

  studies: async () => ({ studies: [], more: false }),
  createStudy: without,
  study: without,
  changeStudy: without,
  deleteStudy: without,
  setStudyMember: without,
  addChapters: without,
  chapter: without,
  changeChapter: without,
  removeChapter: without,
  copyStudy: without,
  reportStudy: without,
  studySocket: () => {
    throw new ApiError(404, "no-server", t.noServer);
  },

  ladders: async () => [],
  leaderboard: without,
  profile: without,
  playerGames: without,
  ratingCourse: without,
  gameText: (id) => rules.ask<string>({ record: { game: gameOf(id), link: window.location.href, now: Date.now() } }),
  importText: (text) => rules.ask({ import: { text } }),

  me: async () => ({ name: ownName(), account: false }),
  rename: async (wanted) => {
    name.value = wanted;
    return { name: wanted, account: false };
  },
  register: without,
  logIn: without,
  logOut: without,
  logOutEverywhere: without,
  logins: async () => [],
  twoFactor: async () => ({ on: false, recovery_codes: 0 }),
  makeTwoFactorSecret: without,
  switchTwoFactorOn: without,
  renewRecoveryCodes: without,
  switchTwoFactorOff: without,
  endLogin: without,
  endOtherLogins: without,
  changePassword: without,
  deleteMe: without,
  blocks: async () => [],
  unblock: without,
  block: without,
  report: without,
  chat: async () => [],
  reportMessage: without,
  plan: without,
  note: async () => "",
  setNote: without,
  tokens: async () => [],
  makeToken: without,
  revokeToken: without,
  webhooks: async () => ({ webhooks: [], most: 0, tries: 0 }),
  addWebhook: without,
  removeWebhook: without,
  testWebhook: without,
  authorize: without,
  abort: without,
  claim: without,
  published: async () => ({ games: [] }),
  publish: without,
  unpublish: without,
  reportPublished: without,
  devices: without,
  addDevice: without,
  removeDevice: without,
  vacation: without,
  beginVacation: without,
  endVacation: without,
  mail: without,
  setMail: without,
  removeMail: without,
  chooseNotices: without,
  confirmMail: without,
  unsubscribe: without,
  forgotPassword: without,
  resetPassword: without,
  privacy: async () => [],

  checkDefinition: async (text) => {
    const answer = await told<WorkshopAnswer>({ check: { text, language: spoken } });
    if (answer.variant) definitions.set(answer.variant.id, text);
    return answer;
  },
  keepDefinition: async (text) => {
    const id = await rules.ask<string>({ define: { text } });
    definitions.set(id, text);
    keepDefinition(id, text);
    return { id };
  },
};
