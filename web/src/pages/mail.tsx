import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api/client.ts";
import type { PageProps } from "../state/address.ts";
import { loadMe } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Frame, field, PasswordField } from "../ui/account.tsx";
import { AddressField } from "../ui/mail.tsx";
import { Missing, useTitle } from "../ui/states.tsx";
import "../styles/language.css";

/** What a link in a letter is for, and where one asks for one. Its secret stands behind `#`, which no server is sent. */
interface Letter {
  title: string;
  lede: string;
  action: string;
  fields?: ComponentChildren;
  /** Does it, and says what has been done. */
  send: (data: FormData, secret: string) => Promise<string>;
}

function letter(what: string | undefined): Letter | null {
  const words = t.mail;
  switch (what) {
    case "forgotten":
      return {
        title: words.forgotTitle,
        lede: words.forgotLede,
        action: words.forgotSend,
        fields: <AddressField />,
        send: async (data) => {
          await api.forgotPassword(field(data, "address"));
          return words.forgotSent;
        },
      };
    case "reset":
      return {
        title: words.resetTitle,
        lede: words.resetLede,
        action: words.reset,
        fields: (
          <>
            <PasswordField name="new-password" label={words.newPassword} chosen />
            <p class="small soft">{t.account.passwordNote}</p>
          </>
        ),
        send: async (data, secret) => {
          const { name } = await api.resetPassword(secret, field(data, "new-password"));
          await loadMe();
          return words.resetDone(name);
        },
      };
    case "confirm":
      return {
        title: words.confirmTitle,
        lede: words.confirmLede,
        action: words.confirm,
        send: async (_, secret) => {
          await api.confirmMail(secret);
          return words.confirmDone;
        },
      };
    case "unsubscribe":
      return {
        title: words.unsubscribeTitle,
        lede: words.unsubscribeLede,
        action: words.unsubscribe,
        send: async (_, secret) => {
          await api.unsubscribe(secret);
          return words.unsubscribeDone;
        },
      };
    default:
      return null;
  }
}

/** The pages that letters lead to. A program that only looks at a link does nothing by that. */
export default function MailPage({ params }: PageProps) {
  const asked = letter(params.what);
  const [done, setDone] = useState("");
  useTitle(asked?.title ?? t.mail.title);
  if (!asked) return <Missing />;
  return (
    <article class="page narrow language" data-testid="mail-page">
      <h1>{asked.title}</h1>
      {done ? (
        <>
          <p role="status" data-testid="mail-done">
            {done}
          </p>
          <p>
            <a class="btn" href="/settings">
              {t.mail.toSettings}
            </a>
          </p>
        </>
      ) : (
        <>
          <p>{asked.lede}</p>
          <Frame
            send={async (data) => {
              const said = await asked.send(data, window.location.hash.slice(1));
              setDone(said);
              return said;
            }}
            done={() => undefined}
            action={asked.action}
          >
            {asked.fields}
          </Frame>
        </>
      )}
    </article>
  );
}
