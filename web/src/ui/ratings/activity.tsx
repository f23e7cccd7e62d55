import type { Profile } from "../../api/types.ts";
import { language } from "../../state/language.ts";
import { t } from "../../text/index.ts";

const WEEKS = 52;
const DAY_MS = 86_400_000;
/** The first Monday since 1970 was the fifth day of it. */
const MONDAY = 4;

/** How many games ended in each week of a year. */
export function Activity({ activity }: { activity: Profile["activity"] }) {
  const week = (day: number) => Math.floor((day - MONDAY) / 7);
  const now = week(Math.floor(Date.now() / DAY_MS));
  const counts = Array.from({ length: WEEKS }, () => 0);
  for (const [day, games] of activity) {
    const at = WEEKS - 1 - (now - week(day));
    if (at in counts) counts[at] = (counts[at] ?? 0) + games;
  }
  const most = Math.max(1, ...counts);
  const all = counts.reduce((sum, games) => sum + games, 0);
  const { week: ofWeek, gamesCount, activityText } = t.ratings.profile;
  return (
    <figure class="activity" data-testid="activity">
      <div class="activity-bars" role="img" aria-label={activityText(gamesCount(all))}>
        {counts.map((games, at) => {
          const begins = ((now - (WEEKS - 1 - at)) * 7 + MONDAY) * DAY_MS;
          const date = new Date(begins).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
          return (
            <span
              key={begins}
              class={games === 0 ? "activity-bar none" : "activity-bar"}
              style={{ blockSize: `${games === 0 ? 4 : Math.max(12, (games / most) * 100)}%` }}
              title={ofWeek(date, gamesCount(games))}
            />
          );
        })}
      </div>
      <figcaption class="small soft">{activityText(gamesCount(all))}</figcaption>
    </figure>
  );
}
