import { signal } from "@preact/signals";
import { engineLevel, levelFollows } from "../state/prefs.ts";
import { t } from "../text/index.ts";
import { Dialog } from "./dialog.tsx";

/** The levels that suit what people say of themselves. */
const LEVELS = { learner: 2, casual: 6, regular: 10, strong: 15 } as const;
const ANSWERS = Object.keys(LEVELS) as (keyof typeof LEVELS)[];

/** What goes on when the person has answered. */
const waiting = signal<((answered: boolean) => void) | null>(null);

/** Asks once how well the person plays, and sets the engine's level; `false`: the question was closed. */
export function levelAsked(): Promise<boolean> {
  if (levelFollows.peek() !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    waiting.value = resolve;
  });
}

/** The question, while it waits for an answer. */
export function AskLevel() {
  const resolve = waiting.value;
  if (!resolve) return null;
  const end = (answered: boolean) => {
    waiting.value = null;
    resolve(answered);
  };
  return (
    <Dialog title={t.askLevel.title} close={() => end(false)} testid="ask-level">
      <p>{t.askLevel.text}</p>
      <div class="answers">
        {ANSWERS.map((answer) => (
          <button
            key={answer}
            type="button"
            class="answer"
            data-testid={`skill-${answer}`}
            onClick={() => {
              engineLevel.value = LEVELS[answer];
              levelFollows.value = true;
              end(true);
            }}
          >
            <strong>{t.askLevel.answers[answer].name}</strong>
            <span class="small soft">{t.askLevel.answers[answer].text}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
