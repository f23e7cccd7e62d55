import { useEffect, useRef, useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { ChatChannel, ChatMessage, Game } from "../../api/types.ts";
import { channelsOf, mute, muted } from "../../game/chat.ts";
import type { GameRoom } from "../../game/room.ts";
import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";
import { presetOf } from "../../text/presets.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { SideDot } from "../side-dot.tsx";
import { say } from "../toast.tsx";

/** The longest message. */
const MOST = 300;

/** What is said beside a game: the messages of a channel, and a line to write. */
export function ChatPanel({ room, game }: { room: GameRoom; game: Game }) {
  const channels = channelsOf(game);
  const [chosen, choose] = useState<ChatChannel>("players");
  const channel = channels.includes(chosen) ? chosen : (channels[0] ?? "players");
  const messages = room.chat.messages.value.filter((one) => one.channel === channel);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    room.chat.seen(channel);
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [room, channel, messages.length]);
  return (
    <div class="chat">
      {channels.length > 1 && (
        <fieldset class="segments" aria-label={t.chat.channelsLabel}>
          {channels.map((one) => (
            <label key={one} class="segment">
              <input type="radio" name="channel" checked={one === channel} onChange={() => choose(one)} />
              {t.chat.channels[one]}
            </label>
          ))}
        </fieldset>
      )}
      {messages.length === 0 && <p class="small soft">{t.chat.empty[channel]}</p>}
      <div
        class="chat-log"
        role="log"
        aria-label={t.chat.log}
        ref={list}
        data-testid="chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <ol>
          {messages.map((one) => (
            <Message key={one.number} game={game} message={one} />
          ))}
        </ol>
      </div>
      <Writing room={room} channel={channel} />
    </div>
  );
}

function Message({ game, message }: { game: Game; message: ChatMessage }) {
  const { name, side, text } = message;
  const [open, setOpen] = useState(false);
  const done = (what: () => void) => {
    what();
    setOpen(false);
  };
  const own = side ? side === game.you : name === me.value?.name;
  const hidden = !own && muted.value.includes(name);
  const preset = presetOf(text);
  const report = () =>
    api.reportMessage(game.id, message).then(
      () => say(t.chat.reported),
      (error) => say(messageOf(error), "bad"),
    );
  return (
    <li class={own ? "chat-message own" : "chat-message"} data-testid="chat-message">
      <div class="chat-words">
        {own ? (
          <span class="visually-hidden">{name}</span>
        ) : (
          <span class="chat-name">
            {side && <SideDot variant={game.variant} side={side} />} {name}
          </span>
        )}{" "}
        <span class={hidden ? "soft" : ""}>{hidden ? t.chat.muted : preset ? t.chat.presets[preset] : text}</span>
      </div>
      {!own && (
        <button
          type="button"
          class="btn quiet chat-more"
          aria-label={t.chat.about(name)}
          data-testid="chat-more"
          onClick={() => setOpen(true)}
        >
          …
        </button>
      )}
      {open && (
        <Dialog title={t.chat.about(name)} close={() => setOpen(false)} testid="chat-dialog">
          <blockquote>{text}</blockquote>
          <div class="row">
            <button type="button" class="btn" data-testid="chat-mute" onClick={() => done(() => mute(name, !hidden))}>
              {hidden ? t.chat.unmute(name) : t.chat.mute(name)}
            </button>
            <button type="button" class="btn" data-testid="chat-report" onClick={() => done(() => void report())}>
              {t.chat.report}
            </button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

function Writing({ room, channel }: { room: GameRoom; channel: ChatChannel }) {
  const [text, setText] = useState("");
  const open = room.connection.value === "open";
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    room.speak(channel, text);
    setText("");
  };
  return (
    <>
      {channel === "players" && (
        <div class="chat-presets" role="group" aria-label={t.chat.presetsLabel}>
          {Object.entries(t.chat.presets).map(([preset, words]) => (
            <button
              key={preset}
              type="button"
              class="btn quiet small"
              disabled={!open}
              data-testid={`preset-${preset}`}
              onClick={() => room.speak(channel, words)}
            >
              {words}
            </button>
          ))}
        </div>
      )}
      <form class="chat-form" onSubmit={send}>
        <input
          type="text"
          maxLength={MOST}
          value={text}
          autocomplete="off"
          aria-label={t.chat.message}
          placeholder={open ? t.chat.message : t.chat.offline}
          data-testid="chat-text"
          onInput={(event) => setText(event.currentTarget.value)}
          // The board's keys are letters here.
          onKeyDown={(event) => event.stopPropagation()}
        />
        <button type="submit" class="btn icon-only" disabled={!open || !text.trim()} data-testid="chat-send">
          <span class="visually-hidden">{t.chat.send}</span>
          <Icon name="up" />
        </button>
      </form>
    </>
  );
}
