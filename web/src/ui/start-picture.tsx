import { useEffect, useState } from "preact/hooks";
import { api, type PictureWanted } from "../api/client.ts";
import type { Options } from "../api/types.ts";
import { theme } from "../state/theme.ts";

interface Props {
  variant: string;
  view?: PictureWanted["view"];
  options?: Options;
  alt: string;
  loading?: "lazy";
}

/** A picture of a game's start position. */
export function StartPicture({ variant, view = "stack", options, alt, loading }: Props) {
  const wanted: PictureWanted = { variant, view, options, theme: theme.value };
  const [drawn, setDrawn] = useState<{ key: string; url: string } | null>(null);
  const key = JSON.stringify(wanted);
  const found = drawn?.key === key ? drawn.url : api.picture(wanted);
  useEffect(() => {
    if (typeof found === "string") return;
    let current = true;
    // Without a picture there are its words.
    found.then((url) => current && setDrawn({ key, url })).catch(() => undefined);
    return () => {
      current = false;
    };
  }, [key]);
  return <img src={typeof found === "string" ? found : undefined} alt={alt} loading={loading} decoding="async" />;
}
