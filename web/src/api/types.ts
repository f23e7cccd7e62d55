/**
 * The words the server and this program exchange, under short names. All of them come from the server's description
 * (`schema.ts`, made by `npm run api`); here is added only what a description cannot say: that something is always
 * there and may be `null`.
 *
 * Cells are indices into `Variant.board.cells`, piece types are indices into `Variant.pieces`.
 */

import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/** The server never leaves out these parts: where there is nothing, they are `null`. */
type Always<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: Exclude<T[P], undefined> };

/** Some parts said more exactly. */
type With<T, Exact> = Omit<T, keyof Exact> & Exact;

export interface ByColor<T> {
  white: T;
  black: T;
}
export type Color = Schemas["Color"];
/** Whom a piece belongs to. */
export type Owner = Color | "nobody";
export type Options = Record<string, string>;

export type VariantSummary = Schemas["VariantSummary"];
export type Glyph = Schemas["Sides_Glyph"]["white"];
export type Cell = Schemas["Cell"];
/** `size`: files, ranks, levels. */
export type Board = With<Schemas["Board"], { size: [number, number, number] }>;
export type PieceKind = Schemas["Piece"];
export type Head = PieceKind["heads"]["white"][number];
export type Goal = Schemas["Goal"];
export type Extinction = Schemas["Extinction"];
export type Hands = Schemas["Hands"];
export type Endgame = Schemas["Endgame"];
export type Solved = Schemas["Solved"];
export type SolvedKey = Schemas["SolvedKey"];
export type SolvedDefence = Schemas["SolvedDefence"];
export type EndgameValue = Schemas["EndgameValue"];
export type Variant = With<Schemas["Variant"], { board: Board; hands: Hands | null; start: Position }>;

export type Result = Always<Schemas["GameResult"], "winner">;
/** `off` and `on`: cell, piece type, owner; `hands`: piece type, side, how many more. */
export type Changes = With<
  Schemas["Changes"],
  {
    off: [cell: number, piece: number, owner: Owner][];
    on: [cell: number, piece: number, owner: Owner][];
    hands?: [piece: number, color: Color, more: number][];
  }
>;
export type Move = With<Always<Schemas["Move"], "from">, { changes: Changes }>;
/** `steps`: from where, which piece, to where; `drops`: which piece, to where. */
export type LegalMoves = With<
  Schemas["LegalMoves"],
  { steps: [from: number, piece: number, to: number[]][]; drops: [piece: number, to: number[]][]; others: Move[] }
>;
export type Position = With<
  Schemas["Position"],
  {
    pieces: [cell: number, piece: number, owner: Owner][];
    hands: ByColor<[piece: number, count: number][]>;
    result: Result | null;
    /** Legal moves: in answers to /api/positions; in a game they come along in short (`LegalMoves`). */
    moves?: Move[];
    last: Move | null;
    /** Left out where it is known, as in a message that shows a move. */
    history?: Move[] | null;
  }
>;
/** What the fields of a FEN say; `wire` in game/setup.ts makes them. */
export type SetupParts = With<
  Schemas["SetupParts"],
  { pieces: Position["pieces"]; hands: Position["hands"]; enPassant?: string | null }
>;
export type SetupChoices = Schemas["SetupChoices"];
export type SetupAnswer = With<Schemas["SetupAnswer"], { parts: SetupParts }>;
/** `targets` leaves the safety of royals aside, and may be left out. */
export type MoveLine = With<Schemas["Line"], { targets?: number[] }>;
/** What a cell has to do with others: the lines of its piece, what that reaches, and what attacks the cell. */
export type Sight = Schemas["Sight"] & { lines: MoveLine[] };
export type Threat = Schemas["Threat"];
export type Danger = With<Schemas["Danger"], { by?: Move | null; saves: Move[] }>;
export type Threats = With<Schemas["Threats"], { wins: Move[]; danger?: Danger | null }>;

export type Player = Schemas["Sides_Option_Player"]["white"] & object;
export type TimeControl = Schemas["TimeControl"];
export type GameClock = TimeControl & {
  white: number;
  black: number;
  running: Color | null;
  rests?: { side: Color; until: number } | null;
  at: number;
};
export type OfferKind = Schemas["Offer"];
type Players = { players: ByColor<Player | null>; result: Result | null };
export type Game = With<
  Always<Schemas["Game"], "you">,
  Players & {
    clock: GameClock | null;
    position: Position;
    legal?: LegalMoves | null;
    offers: Record<OfferKind, Color | null>;
  }
>;
export type GameSummary = With<Schemas["GameSummary"], Players>;
export type Seek = Schemas["Seek"];
export type SeekRequest = Schemas["SeekRequest"];
export type SeekAnswer = Schemas["SeekAnswer"];
export type GameGroup = Schemas["GameGroup"];
export type PlayerRating = Schemas["PlayerRating"];
export type Ladder = Schemas["Ladder"];
export type LadderSummary = Schemas["LadderSummary"];
export type Rating = Schemas["Rating"];
export type Ranked = Schemas["Ranked"];
/** `distribution`: where a step begins, and how many players are in it. */
export type Leaderboard = With<Schemas["Leaderboard"], { distribution: [from: number, players: number][] }>;
/** `activity`: a day counted from 1970, and how many games ended on it. */
export type Profile = With<Schemas["Profile"], { activity: [day: number, games: number][] }>;
/** When a game ended, and the rating after it. */
export type Course = [at: number, points: number][];
export type LobbyMessage = Schemas["LobbyMessage"];
export type Tournament = Schemas["Tournament"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type TournamentForm = Schemas["TournamentForm"];
export type TournamentRow = Schemas["TournamentRow"];
export type TournamentGame = Schemas["TournamentGame"];
export type TournamentRequest = Schemas["TournamentRequest"];
export type NewGame = Schemas["GameRequest"];
export type Study = Schemas["Study"];
export type Studies = Schemas["Studies"];
export type StudySummary = Schemas["StudySummary"];
export type StudyVisibility = Schemas["StudyVisibility"];
export type StudyRole = Schemas["StudyRole"];
export type StudyNode = Schemas["StudyNode"];
export type StudyArrow = Schemas["StudyArrow"];
export type StudyChange = Schemas["StudyChange"];
export type StudyRequest = Schemas["StudyRequest"];
export type StudySettings = Schemas["StudySettings"];
export type StudyVisitor = Schemas["StudyVisitor"];
export type StudyMessage = Schemas["StudyMessage"];
export type ChapterRequest = Schemas["ChapterRequest"];
export type StudyChapter = With<Schemas["StudyChapter"], { options: Options }>;

/** What the server says on a game's socket. */
type Told<Message> = Message extends { type: "game" }
  ? With<Message, { game: Game }>
  : Message extends { type: "move" }
    ? With<
        Message,
        {
          move: Move;
          position: Position;
          legal?: LegalMoves | null;
          clock: GameClock | null;
          result: Result | null;
        }
      >
    : Message;
export type Language = Schemas["Language"];
export type TurnNotices = Schemas["TurnNotices"];
export type NoticeChoices = Schemas["NoticeChoices"];
export type MailSettings = Always<Schemas["MailSettings"], "address">;
export type Devices = Schemas["Devices"];
export type DeviceRequest = Schemas["DeviceRequest"];
export type Vacation = Always<Schemas["Vacation"], "until">;
export type ChallengeRequest = Schemas["ChallengeRequest"];
export type DeclineReason = Schemas["DeclineReason"];
export type Explorer = Schemas["Explorer"];
export type ExplorerSource = Schemas["ExplorerSource"];
export type Login = Schemas["Login"];
export type Authorization = Always<Schemas["Authorization"], "location">;
export type AuthorizationRequest = Schemas["AuthorizationRequest"];
export type Token = Schemas["Token"];
export type Webhook = Schemas["Webhook"];
export type WebhookEvent = Schemas["WebhookEvent"];
export type Webhooks = Schemas["Webhooks"];
export type TwoFactor = Schemas["TwoFactor"];
export type TwoFactorSecret = Schemas["TwoFactorSecret"];
export type TokenScope = Schemas["TokenScope"];
export type ChatMessage = Schemas["ChatMessage"];
export type ChatChannel = Schemas["ChatChannel"];
export type GameMessage = Told<Schemas["GameMessage"]>;
/** What a client says on a game's socket. */
export type GameRequestMessage = Schemas["GameRequestMessage"];

/** Hundredths of a small piece, or moves to the end; seen from the side to move. */
export interface Score {
  cp?: number;
  mate?: number;
}
export interface EngineLine {
  score: Score;
  pv: Move[];
}

/** What the server says on the analysis socket. */
export type AnalysisMessage =
  | With<Extract<Schemas["AnalysisMessage"], { type: "info" }>, { lines: EngineLine[] }>
  | Exclude<Schemas["AnalysisMessage"], { type: "info" }>;

export type Me = Schemas["Me"];
export type Blocked = Schemas["Blocked"];
export type ReportReason = Schemas["ReportReason"];
export type Published = Schemas["Published"];
export type Shelf = Schemas["Shelf"];
export type StoredPart = Schemas["StoredPart"];
export type Fault = Schemas["Fault"];
export type WorkshopAnswer = With<Schemas["Checked"], { variant?: Variant | null }>;
