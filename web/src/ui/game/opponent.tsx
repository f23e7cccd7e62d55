import { useState } from "preact/hooks";
import { api, messageOf } from "../../api/client.ts";
import type { Game, ReportReason } from "../../api/types.ts";
import { t } from "../../text/index.ts";
import { Dialog } from "../dialog.tsx";
import { Icon } from "../icon.tsx";
import { say } from "../toast.tsx";

const REASONS: ReportReason[] = ["name", "cheating", "other"];

/** What one may do about the person one plays against. */
export function OpponentActions({ game }: { game: Game }) {
  const [open, setOpen] = useState(false);
  const theirs = game.you === "white" ? game.players.black : game.you === "black" ? game.players.white : null;
  if (theirs?.kind !== "person") return null;
  const close = () => setOpen(false);
  const tell = (what: Promise<void>, done: string) => {
    what.then(
      () => {
        say(done);
        close();
      },
      (error) => say(messageOf(error), "bad"),
    );
  };
  const report = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const reason = REASONS.find((one) => one === data.get("reason")) ?? "other";
    tell(api.report(game.id, reason, String(data.get("text") ?? "")), t.game.reported);
  };
  return (
    <>
      <div class="row game-actions">
        <button type="button" class="btn quiet" data-testid="opponent" onClick={() => setOpen(true)}>
          <Icon name="person" /> {t.game.opponent}
        </button>
      </div>
      {open && (
        <Dialog title={theirs.name} close={close} testid="opponent-dialog">
          <p>{t.game.blockText}</p>
          <button
            type="button"
            class="btn"
            data-testid="block"
            onClick={() => tell(api.block(game.id), t.game.blocked)}
          >
            {t.game.block}
          </button>
          <form class="stack" onSubmit={report}>
            <label class="field">
              <span>{t.game.reportReason}</span>
              <select class="select" name="reason" data-testid="report-reason">
                {REASONS.map((reason) => (
                  <option key={reason} value={reason}>
                    {t.game.reportReasons[reason]}
                  </option>
                ))}
              </select>
            </label>
            <label class="field">
              <span>{t.game.reportText}</span>
              <textarea name="text" rows={3} maxLength={300} data-testid="report-text" />
            </label>
            <button type="submit" class="btn" data-testid="report">
              {t.game.report}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}
