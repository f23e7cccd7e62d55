import { spoken, t } from "../text/index.ts";
import { embedded } from "./embedded.ts";
import { reportReachable, reportUnreachable } from "./server.ts";
import { type Channel, type Handlers, LastingSocket } from "./socket.ts";
import type {
  AnalysisMessage,
  Authorization,
  AuthorizationRequest,
  Blocked,
  ChallengeRequest,
  ChapterRequest,
  ChatMessage,
  Color,
  Course,
  DeclineReason,
  DeviceRequest,
  Devices,
  Endgame,
  Explorer,
  Game,
  GameMessage,
  GameSummary,
  LadderSummary,
  Language,
  Leaderboard,
  LobbyMessage,
  Login,
  MailSettings,
  Me,
  MoveLine,
  NewGame,
  NoticeChoices,
  Options,
  Position,
  Profile,
  Published,
  ReportReason,
  Seek,
  SeekAnswer,
  SeekRequest,
  SetupAnswer,
  SetupParts,
  Shelf,
  Sight,
  Solved,
  StoredPart,
  Studies,
  Study,
  StudyChapter,
  StudyMessage,
  StudyRequest,
  StudyRole,
  StudySettings,
  Threats,
  Token,
  TokenScope,
  Tournament,
  TournamentRequest,
  TournamentSummary,
  TwoFactor,
  TwoFactorSecret,
  Vacation,
  Variant,
  VariantSummary,
  Webhook,
  WebhookEvent,
  Webhooks,
  WorkshopAnswer,
} from "./types.ts";

/** What the server said when it refused, or why it could not be asked. */
export class ApiError extends Error {
  constructor(
    /** 0 when no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = undefined,
  ) {
    super(message);
    this.name = "ApiError";
  }
  /** Whether no answer came at all. */
  get unreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** A position as the server is asked about it. */
export interface Place {
  variant: string;
  options?: Options;
  fen?: string;
  moves?: string[];
}

async function send(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      signal,
      credentials: embedded ? "omit" : "same-origin",
      headers: { "accept-language": spoken, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    reportUnreachable();
    throw new ApiError(0, "unreachable", t.unreachable);
  }
  if (answer.ok) {
    reportReachable();
    return answer;
  }
  const said = await answer.json().catch(() => null);
  const error = new ApiError(
    answer.status,
    typeof said?.code === "string" ? said.code : "error",
    typeof said?.message === "string" ? said.message : t.answered(answer.status),
    said?.details,
  );
  if (error.unreachable && !said) reportUnreachable();
  throw error;
}

async function json<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await send(method, path, body, signal);
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

const id = encodeURIComponent;

function query(options?: Options): string {
  const text = new URLSearchParams(options).toString();
  return text ? `?${text}` : "";
}

/** What is reported of a cell of a position. */
export interface Sighted {
  lines: MoveLine[];
  sight?: Omit<Sight, "lines">;
}

/** The same in one. */
export function cellSight({ lines, sight }: Sighted): Sight {
  return { moves: [], attacks: [], attackers: { white: [], black: [] }, ...sight, lines };
}

/** A picture of a game's start position. */
export interface PictureWanted {
  variant: string;
  theme: "light" | "dark";
  view: "stack" | "slices" | "space";
  options?: Options;
}

const server = {
  /** The address of a picture. */
  picture: ({ variant, options, view, theme }: PictureWanted): string | Promise<string> =>
    `/api/variants/${id(variant)}/picture.svg?${new URLSearchParams({ ...options, view, theme })}`,
  variants: () => json<VariantSummary[]>("GET", "/api/variants"),
  variant: (name: string, options?: Options) => json<Variant>("GET", `/api/variants/${id(name)}${query(options)}`),

  position: (place: Place, signal?: AbortSignal) => json<Position>("POST", "/api/positions", place, signal),
  lines: (place: Place & { cell: number; piece?: number; color?: Color }) =>
    json<{ lines: MoveLine[] }>("POST", "/api/lines", place).then((answer) => answer.lines),
  sight: (place: Place & { cell: number }) => json<Sighted>("POST", "/api/lines", place).then(cellSight),
  threats: (place: Place, signal?: AbortSignal) => json<Threats>("POST", "/api/threats", place, signal),
  endgame: (place: Place, signal?: AbortSignal) => json<Endgame>("POST", "/api/endgames", place, signal),
  explorer: (variant: string, options: Options, fen: string, signal?: AbortSignal) =>
    json<Explorer>(
      "GET",
      `/api/explorer/${id(variant)}?${new URLSearchParams({ ...options, fen })}`,
      undefined,
      signal,
    ),
  solve: (
    problem: Place & { stipulation: string; tries?: number; set_play?: boolean },
    signal?: AbortSignal,
  ): Promise<Solved> => json<Solved>("POST", "/api/solve", problem, signal),
  setup: (
    setup: { variant: string; options?: Options } & ({ fen: string } | Partial<SetupParts>),
    signal?: AbortSignal,
  ) => json<SetupAnswer>("POST", "/api/setups", setup, signal),

  /** What is said in a game. */
  gameSocket: (name: string, handlers: Handlers<GameMessage>): Channel =>
    // A browser sends its cookies with it, also from within another site's page.
    new LastingSocket<GameMessage>(`/api/games/${id(name)}/socket${embedded ? "?watch=true" : ""}`, handlers),
  /** What is said about positions that are analysed; `near`: by this machine, where it can. */
  analysisSocket: (handlers: Handlers<AnalysisMessage>, _near?: boolean): Channel =>
    new LastingSocket<AnalysisMessage>("/api/analysis", handlers),

  createGame: (game: NewGame) => json<Game>("POST", "/api/games", game),
  game: (name: string) => json<Game>("GET", `/api/games/${id(name)}`),
  variantOfGame: (name: string) => json<Variant>("GET", `/api/games/${id(name)}/variant`),
  join: (name: string) => json<Game>("POST", `/api/games/${id(name)}/join`, {}),
  games: (filter: Record<string, string>) =>
    json<{ games: GameSummary[]; next?: string | null }>("GET", `/api/games?${new URLSearchParams(filter)}`),
  turns: () => json<{ games: GameSummary[] }>("GET", "/api/games?turn=true").then((answer) => answer.games),

  seeks: () => json<{ seeks: Seek[] }>("GET", "/api/lobby").then((answer) => answer.seeks),
  seek: (wanted: SeekRequest) => json<SeekAnswer>("POST", "/api/lobby", wanted),
  acceptSeek: (seek: string, variant?: string) =>
    json<{ game: string }>("POST", `/api/lobby/${id(seek)}/accept`, { variant }).then((answer) => answer.game),
  withdrawSeek: (seek: string) => json<void>("DELETE", `/api/lobby/${id(seek)}`),
  challenge: (request: ChallengeRequest) => json<Seek>("POST", "/api/challenge", request),
  declineChallenge: (seek: string, reason: DeclineReason) =>
    json<void>("POST", `/api/challenge/${id(seek)}/decline`, { reason }),
  lobbySocket: (handlers: Handlers<LobbyMessage>): Channel =>
    new LastingSocket<LobbyMessage>("/api/lobby/socket", handlers),

  tournaments: () =>
    json<{ tournaments: TournamentSummary[] }>("GET", "/api/tournaments").then((answer) => answer.tournaments),
  tournament: (name: string) => json<Tournament>("GET", `/api/tournaments/${id(name)}`),
  createTournament: (request: TournamentRequest) => json<Tournament>("POST", "/api/tournaments", request),
  inTournament: (name: string, what: "join" | "pause" | "withdraw") =>
    json<Tournament>("POST", `/api/tournaments/${id(name)}/${what}`),
  callTournamentOff: (name: string) => json<void>("DELETE", `/api/tournaments/${id(name)}`),

  studies: (filter: Record<string, string>) => json<Studies>("GET", `/api/studies?${new URLSearchParams(filter)}`),
  createStudy: (request: StudyRequest) => json<Study>("POST", "/api/studies", request),
  study: (name: string) => json<Study>("GET", `/api/studies/${id(name)}`),
  changeStudy: (name: string, settings: StudySettings) => json<Study>("PUT", `/api/studies/${id(name)}`, settings),
  deleteStudy: (name: string) => json<void>("DELETE", `/api/studies/${id(name)}`),
  setStudyMember: (name: string, member: string, role: StudyRole | null) =>
    json<void>("PUT", `/api/studies/${id(name)}/members`, { name: member, role }),
  addChapters: (name: string, chapters: ChapterRequest[]) =>
    json<Study>("POST", `/api/studies/${id(name)}/chapters`, chapters),
  chapter: (name: string, number: number) => json<StudyChapter>("GET", `/api/studies/${id(name)}/chapters/${number}`),
  changeChapter: (name: string, number: number, settings: { title: string; place?: number }) =>
    json<void>("PUT", `/api/studies/${id(name)}/chapters/${number}`, settings),
  removeChapter: (name: string, number: number) => json<void>("DELETE", `/api/studies/${id(name)}/chapters/${number}`),
  copyStudy: (name: string) => json<Study>("POST", `/api/studies/${id(name)}/copy`),
  reportStudy: (name: string, text: string) =>
    json<void>("POST", `/api/studies/${id(name)}/report`, { reason: "other", text }),
  studySocket: (name: string, handlers: Handlers<StudyMessage>): Channel =>
    new LastingSocket<StudyMessage>(`/api/studies/${id(name)}/socket`, handlers),

  ladders: () => json<LadderSummary[]>("GET", "/api/ratings"),
  leaderboard: (ladder: string) => json<Leaderboard>("GET", `/api/ratings/${id(ladder)}`),
  profile: (player: string) => json<Profile>("GET", `/api/players/${id(player)}`),
  playerGames: (player: string, filter: Record<string, string>) =>
    json<{ games: GameSummary[]; next?: string | null }>(
      "GET",
      `/api/players/${id(player)}/games?${new URLSearchParams(filter)}`,
    ),
  ratingCourse: (player: string, ladder: string) =>
    json<{ games: Course }>("GET", `/api/players/${id(player)}/ratings/${id(ladder)}`).then((answer) => answer.games),

  gameText: (name: string) => send("GET", `/api/games/${id(name)}/text`, undefined).then((answer) => answer.text()),
  importText: (text: string) =>
    json<{ variant: string; options: Options; fen: string; moves: string[] }>("POST", "/api/import", { text }),

  me: () => json<Me>("GET", "/api/me"),
  rename: (name: string, password: string | null, code?: string) =>
    json<Me>("PUT", "/api/me", { name, password, code }),
  register: (name: string, password: string) => json<Me>("POST", "/api/accounts", { name, password }),
  logIn: (name: string, password: string, code?: string) => json<Me>("POST", "/api/session", { name, password, code }),
  logOut: () => json<void>("DELETE", "/api/session"),
  logOutEverywhere: () => json<void>("DELETE", "/api/sessions"),
  logins: () => json<Login[]>("GET", "/api/sessions"),
  endLogin: (login: string) => json<void>("DELETE", `/api/sessions/${id(login)}`),
  endOtherLogins: () => json<void>("DELETE", "/api/sessions/others"),
  changePassword: (old: string, next: string, code?: string) =>
    json<void>("PUT", "/api/password", { old, new: next, code }),
  twoFactor: () => json<TwoFactor>("GET", "/api/two-factor"),
  makeTwoFactorSecret: () => json<TwoFactorSecret>("POST", "/api/two-factor/secret"),
  switchTwoFactorOn: (secret: string, password: string, code: string) =>
    json<{ codes: string[] }>("PUT", "/api/two-factor", { secret, password, code }),
  renewRecoveryCodes: (password: string, code?: string) =>
    json<{ codes: string[] }>("POST", "/api/two-factor/codes", { password, code }),
  switchTwoFactorOff: (password: string, code?: string) =>
    json<void>("POST", "/api/two-factor/removal", { password, code }),

  deleteMe: (password: string | null, code?: string) => json<void>("POST", "/api/me/deletion", { password, code }),
  tokens: () => json<Token[]>("GET", "/api/tokens"),
  makeToken: (name: string, scopes: TokenScope[]) =>
    json<{ token: Token; secret: string }>("POST", "/api/tokens", { name, scopes }),
  revokeToken: (token: string) => json<void>("DELETE", `/api/tokens/${id(token)}`),
  webhooks: () => json<Webhooks>("GET", "/api/webhooks"),
  addWebhook: (url: string, events: WebhookEvent[]) =>
    json<{ webhook: Webhook; secret: string }>("POST", "/api/webhooks", { url, events }),
  removeWebhook: (webhook: string) => json<Webhooks>("DELETE", `/api/webhooks/${id(webhook)}`),
  testWebhook: (webhook: string) => json<Webhooks>("POST", `/api/webhooks/${id(webhook)}/test`),
  authorize: (request: AuthorizationRequest) => json<Authorization>("POST", "/api/oauth/authorization", request),
  blocks: () => json<Blocked[]>("GET", "/api/blocks"),
  unblock: (block: string) => json<void>("DELETE", `/api/blocks/${id(block)}`),
  block: (game: string) => json<void>("POST", `/api/games/${id(game)}/block`),
  report: (game: string, reason: ReportReason, text: string) =>
    json<void>("POST", `/api/games/${id(game)}/report`, { reason, text }),
  chat: (game: string) => json<ChatMessage[]>("GET", `/api/games/${id(game)}/chat`),
  reportMessage: (game: string, { channel, number }: ChatMessage) =>
    json<void>("POST", `/api/games/${id(game)}/chat/${channel}/${number}/report`),
  plan: (game: string, ply: number, lines: string[][]) =>
    json<Game>("PUT", `/api/games/${id(game)}/plan`, { ply, lines }),
  note: (game: string) => json<{ text: string }>("GET", `/api/games/${id(game)}/note`).then((note) => note.text),
  setNote: (game: string, text: string) => json<void>("PUT", `/api/games/${id(game)}/note`, { text }),
  abort: (game: string) => json<Game>("POST", `/api/games/${id(game)}/abort`),
  claim: (game: string) => json<Game>("POST", `/api/games/${id(game)}/claim`),
  published: ({ mine = false, page }: { mine?: boolean; page?: string | null }) =>
    json<Shelf>("GET", `/api/published?${new URLSearchParams({ mine: String(mine), ...(page ? { page } : {}) })}`),
  publish: (text: string, replaces: string | null) => json<Published>("POST", "/api/published", { text, replaces }),
  unpublish: (game: string) => json<void>("DELETE", `/api/published/${id(game)}`),
  reportPublished: (game: string, text: string) =>
    json<void>("POST", `/api/published/${id(game)}/report`, { reason: "other", text }),
  devices: () => json<Devices>("GET", "/api/push"),
  addDevice: (device: DeviceRequest) => json<void>("POST", "/api/push", device),
  removeDevice: (device: string) => json<void>("DELETE", `/api/push/${id(device)}`),
  vacation: () => json<Vacation>("GET", "/api/vacation"),
  beginVacation: (days: number) => json<Vacation>("POST", "/api/vacation", { days }),
  endVacation: () => json<Vacation>("DELETE", "/api/vacation"),
  mail: () => json<MailSettings>("GET", "/api/mail"),
  setMail: (address: string, language: Language, password: string, code?: string) =>
    json<MailSettings>("PUT", "/api/mail", { address, language, password, code }),
  removeMail: () => json<void>("DELETE", "/api/mail"),
  chooseNotices: (notices: NoticeChoices, language: Language) =>
    json<MailSettings>("PUT", "/api/mail/notices", { notices, language }),
  confirmMail: (secret: string) => json<void>("POST", "/api/mail/confirmation", { secret }),
  unsubscribe: (secret: string) => json<void>("POST", `/api/mail/unsubscribe/${id(secret)}`),
  forgotPassword: (address: string) => json<void>("POST", "/api/password/forgotten", { address }),
  resetPassword: (secret: string, password: string) => json<Me>("POST", "/api/password/reset", { secret, password }),
  privacy: () => json<StoredPart[]>("GET", "/api/privacy"),

  checkDefinition: (text: string, signal?: AbortSignal) =>
    json<WorkshopAnswer>("POST", "/api/workshop/check", { text }, signal),
  keepDefinition: (text: string) => json<{ id: string }>("POST", "/api/workshop", { text }),
};

/** What can answer the questions of pages. */
export type Api = typeof server;

/** Who answers: the server, or this machine in part or altogether. */
export let api: Api = server;

/** Whether the server is asked about everything. */
export const asksServer = (): boolean => api === server;

/** Lets another answer from now on. */
export function answerBy(other: Api): void {
  api = other;
}

/** The sentence to show for whatever went wrong. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
