import { afterEach, describe, expect, test, vi } from "vitest";
import { api } from "../api/client.ts";
import type { ChatMessage, Game } from "../api/types.ts";
import { presetOf } from "../text/presets.ts";
import { Chat, channelsOf, mute, muted } from "./chat.ts";

const message = (number: number, text: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  channel: "players",
  number,
  name: "Bob",
  account: true,
  side: "black",
  text,
  at: 0,
  ...change,
});

const texts = (chat: Chat) => chat.messages.value.map(({ text }) => text);

afterEach(() => vi.restoreAllMocks());

describe("the chat beside a game", () => {
  test("each hears what is meant for them", () => {
    const game = (change: object) =>
      ({ opponent: { kind: "friend" }, status: "playing", you: null, ...change }) as unknown as Game;
    expect(channelsOf(game({}))).toEqual(["spectators"]);
    expect(channelsOf(game({ you: "white" }))).toEqual(["players"]);
    expect(channelsOf(game({ you: "white", status: "finished" }))).toEqual(["players", "spectators"]);
    for (const none of [game({ status: "open" }), game({ opponent: { kind: "engine", level: 1 } }), null])
      expect(channelsOf(none)).toEqual([]);
  });

  test("messages stand in their order, once each, and are unread until they were seen", async () => {
    const chat = new Chat("one");
    chat.hear(message(2, "two"));
    vi.spyOn(api, "chat").mockResolvedValue([message(1, "one"), message(2, "two")]);
    await chat.load();
    expect(texts(chat)).toEqual(["one", "two"]);
    expect(chat.unread.value).toBe(2);
    chat.seen("players");
    expect(chat.unread.value).toBe(0);
    chat.hear(message(3, "three"));
    chat.hear(message(1, "elsewhere", { channel: "spectators" }));
    expect(chat.unread.value).toBe(2);
    // What was read before is remembered, also by the next page.
    const again = new Chat("one");
    again.hear(message(2, "two"));
    expect(again.unread.value).toBe(0);
  });

  test("who is muted does not ask for attention", () => {
    const chat = new Chat("two");
    mute("Bob", true);
    mute("Bob", true);
    expect(muted.value).toEqual(["Bob"]);
    chat.hear(message(1, "Hello"));
    expect(chat.unread.value).toBe(0);
    mute("Bob", false);
    expect(chat.unread.value).toBe(1);
  });

  test("short messages are known in every language", () => {
    expect([presetOf("Good luck"), presetOf("Viel Glück"), presetOf("Danke"), presetOf("thanks")]).toEqual([
      "luck",
      "luck",
      "thanks",
      null,
    ]);
  });
});
