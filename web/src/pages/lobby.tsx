import { useEffect } from "preact/hooks";
import { serverless } from "../api/server.ts";
import type { PageProps } from "../state/address.ts";
import { loadTurns, watchLobby } from "../state/lobby.ts";
import { loadVariant, loadVariants } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { SeekForm } from "../ui/lobby/seek-form.tsx";
import { SeekList } from "../ui/lobby/seek-list.tsx";
import { Turns } from "../ui/lobby/turns.tsx";
import { WaitingForPlayer } from "../ui/lobby/waiting.tsx";
import { Absent, Missing, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/archive.css";
import "../styles/new-game.css";
import "../styles/lobby.css";

/** Where people find each other: what others would like to play, what one would like to play, the games that wait. */
export default function LobbyPage(props: PageProps) {
  return serverless ? <Missing /> : <Lobby {...props} />;
}

function Lobby({ query }: PageProps) {
  useTitle(t.lobby.title);
  const given = query.get("game") ?? "";
  const [asked, retry] = useAsked(`lobby ${given}`, async () => {
    const variants = await loadVariants();
    const known = given === "" || variants.some(({ id }) => id === given);
    // A published game is no game of the catalogue; one that is not there is not offered.
    const published = known ? null : await loadVariant(given).catch(() => null);
    return { variants, published };
  });
  useEffect(() => {
    void loadTurns();
    return watchLobby();
  }, []);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  const { variants, published } = asked.value;
  const games = published ? [...variants, published] : variants;
  return (
    <div class="page lobby">
      <header class="page-head">
        <h1>{t.lobby.title}</h1>
        <p class="lede">{t.lobby.lede}</p>
        <p>
          <a href="/tournaments" data-testid="to-tournaments">
            {t.tournaments.toList}
          </a>
          {" · "}
          <a href="/ratings" data-testid="to-ratings">
            {t.ratings.title}
          </a>
        </p>
      </header>
      <Turns />
      <div class="lobby-columns">
        <div class="stack">
          <WaitingForPlayer variants={variants} />
          <SeekList variants={variants} />
        </div>
        <SeekForm variants={games} game={games.find(({ id }) => id === given)?.id} opponent={query.get("to") ?? ""} />
      </div>
    </div>
  );
}
