import { BOARD_LOOKS, blindfold, boardLook, coordinatesOn, typesMoves, zenOn } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, Switch } from "./setting-fields.tsx";
import "@spielraum/board/looks.css";

/** The colours of boards, each with a picture of its squares. */
export function BoardColours() {
  const words = t.settings;
  return (
    <Choice
      label={words.board}
      name="board"
      value={boardLook}
      choices={BOARD_LOOKS.map((look) => [
        look,
        <span key={look} class="board-choice">
          <span class="board-look" data-look={look} aria-hidden="true" />
          {words.boards[look]}
        </span>,
      ])}
    />
  );
}

/** What one changes about a board while it is in front of one; everything else is a page of its own. */
export function BoardLook({ game, close }: { game: boolean; close: () => void }) {
  const words = t.settings;
  return (
    <Dialog title={t.tools.settings} close={close} testid="board-settings">
      <div class="settings-quick">
        <BoardColours />
        <Switch label={words.coordinates} on={coordinatesOn} testid="set-coordinates" />
        <Switch label={words.typed} hint={words.typedHint} on={typesMoves} testid="set-typed" />
        {game && <Switch label={words.blindfold} hint={words.blindfoldHint} on={blindfold} testid="set-blindfold" />}
        {game && <Switch label={words.zen} hint={words.zenHint} on={zenOn} testid="set-zen" />}
      </div>
      <a class="btn" href="/settings" onClick={close}>
        {words.all}
      </a>
    </Dialog>
  );
}
