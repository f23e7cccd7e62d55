import { PRESETS, type Preset } from "./presets.ts";

/** Texts of the chat beside games. */
export const chat = {
  title: "Chat",
  unread: (n: number) => `Chat (${n})`,
  channels: { players: "Players", spectators: "Spectators" },
  channelsLabel: "Who reads it",
  log: "Messages",
  empty: {
    players: "Nothing has been said yet. Only the two of you read it.",
    spectators: "Nothing has been said yet. The players read it when the game is over.",
  },
  presets: PRESETS.en as Record<Preset, string>,
  presetsLabel: "Short messages, which your opponent reads in their own language",
  message: "Message",
  send: "Send",
  offline: "No connection.",
  about: (name: string) => `About this message of ${name}`,
  mute: (name: string) => `Mute ${name}`,
  unmute: (name: string) => `Unmute ${name}`,
  muted: "Muted",
  report: "Report this message",
  reported: "The administrator gets this message to look at.",
};
