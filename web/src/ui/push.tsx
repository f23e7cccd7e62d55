import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";
import { canPush, pushes, startPush, stopPush } from "../state/push.ts";
import { t } from "../text/index.ts";
import { Group, Toggle } from "./setting-fields.tsx";
import { say } from "./toast.tsx";

/** Whether this browser shows notices also while no page is open. */
export function DeviceNotices() {
  const words = t.mail;
  const [on, setOn] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Without an answer it stays off, and switching it on says why.
    if (canPush()) pushes().then(setOn, () => {});
  }, []);
  const change = async (wanted: boolean) => {
    setBusy(true);
    try {
      const now = wanted && (await startPush());
      if (!wanted) await stopPush();
      setOn(now);
      if (wanted && !now) say(words.deviceBlocked, "bad");
      else say(wanted ? words.deviceStarted : words.deviceStopped);
    } catch (error) {
      setOn(!wanted);
      say(messageOf(error), "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group title={words.deviceTitle} hint={words.deviceLede}>
      {canPush() ? (
        <Toggle
          label={words.device}
          hint={words.deviceHint}
          on={on}
          set={(wanted) => void change(wanted)}
          disabled={busy}
          testid="push-on"
        />
      ) : (
        <p class="setting">{words.deviceCannot}</p>
      )}
    </Group>
  );
}
