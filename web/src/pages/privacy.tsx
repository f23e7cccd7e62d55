import { api } from "../api/client.ts";
import { t } from "../text/index.ts";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/language.css";

/** What the server stores about people, as it shows it itself. */
export default function PrivacyPage() {
  useTitle(t.privacy.title);
  const [asked, retry] = useAsked("privacy", () => api.privacy());
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return (
    <article class="page language" data-testid="privacy">
      <h1>{t.privacy.title}</h1>
      <p>{t.privacy.lede}</p>
      <p>{t.privacy.yours}</p>
      {asked.value.map((part) => (
        <section key={part.what} class="stack">
          <h2>{part.what}</h2>
          {part.stored.length > 0 && (
            <ul>
              {part.stored.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          <p class="soft">{part.stored.length > 0 ? `${t.privacy.kept} ${part.kept}` : part.kept}</p>
        </section>
      ))}
    </article>
  );
}
