import { useEffect, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Vacation } from "../api/types.ts";
import { dayText } from "../game/clock.ts";
import { me } from "../state/me.ts";
import { t } from "../text/index.ts";
import { Group } from "./setting-fields.tsx";
import { say } from "./toast.tsx";

/** Days that one takes at once, as far as there are any left. */
const DAYS = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/** The vacation of an account: begun and ended here. */
export function VacationSettings() {
  const words = t.correspondence;
  const account = me.value?.account ?? false;
  const [vacation, setVacation] = useState<Vacation | null>(null);
  const failed = (error: unknown) => say(messageOf(error), "bad");
  useEffect(() => {
    if (account) api.vacation().then(setVacation, failed);
  }, [account]);
  const change = (asked: Promise<Vacation>, done: string) =>
    asked.then((now) => {
      setVacation(now);
      say(done);
    }, failed);
  const begin = (event: SubmitEvent) => {
    event.preventDefault();
    const days = Number(new FormData(event.currentTarget as HTMLFormElement).get("days"));
    void change(api.beginVacation(days), words.vacationBegun);
  };
  const possible = DAYS.filter((days) => days <= (vacation?.days ?? 0));
  return (
    <Group title={words.vacationTitle} hint={words.vacationLede}>
      {!account && <p class="setting">{words.vacationNoAccount}</p>}
      {vacation?.until && (
        <div class="setting">
          <span class="setting-words" data-testid="vacation-until">
            {words.vacationUntil(dayText(vacation.until))}
          </span>
          <button
            type="button"
            class="btn"
            data-testid="vacation-end"
            onClick={() => void change(api.endVacation(), words.vacationEnded)}
          >
            {words.vacationEnd}
          </button>
        </div>
      )}
      {vacation && !vacation.until && (
        <form class="setting" onSubmit={begin}>
          <span class="setting-words" data-testid="vacation-left">
            {words.vacationLeft(vacation.days)}
          </span>
          {possible.length > 0 && (
            <span class="row">
              <label class="row">
                <span>{words.vacationDays}</span>
                <select class="select" name="days" data-testid="vacation-days">
                  {possible.map((days) => (
                    <option key={days} value={days}>
                      {days}
                    </option>
                  ))}
                </select>
              </label>
              <button type="submit" class="btn" data-testid="vacation-begin">
                {words.vacationBegin}
              </button>
            </span>
          )}
        </form>
      )}
    </Group>
  );
}
