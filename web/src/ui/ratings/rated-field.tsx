import { me } from "../../state/me.ts";
import { t } from "../../text/index.ts";

interface Props {
  rated: boolean;
  change: (rated: boolean) => void;
}

/** Whether a game is to change ratings, which needs an account. */
export function RatedField({ rated, change }: Props) {
  const account = me.value?.account ?? false;
  return (
    <fieldset class="group">
      <legend>{t.ratings.kind}</legend>
      <div class="segments">
        {[false, true].map((value) => (
          <label key={String(value)} class="segment">
            <input
              type="radio"
              name="rated"
              checked={rated === value}
              disabled={value && !account}
              data-testid={value ? "rated" : "casual"}
              onChange={() => change(value)}
            />
            <span>{value ? t.ratings.rated : t.ratings.casual}</span>
          </label>
        ))}
      </div>
      <p class="small soft">
        {account ? (rated ? t.ratings.ratedHint : t.ratings.casualHint) : t.ratings.needsAccount}
      </p>
    </fieldset>
  );
}
