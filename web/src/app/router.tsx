/** Which page an address belongs to. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { location, type PageProps } from "../state/address.ts";

export type Page = ComponentType<PageProps>;

export interface Route {
  /** Such as `/rules/:variant`; a part that ends in `?` may be missing. */
  pattern: string;
  /** Loads the page's own piece of the program. */
  load: () => Promise<{ default: Page }>;
}

/** The parts of `path` that `pattern` names, or null where it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (given.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const optional = want.endsWith("?");
    const name = optional ? want.slice(0, -1) : want;
    const got = given[i];
    if (got === undefined) {
      if (optional) continue;
      return null;
    }
    if (name.startsWith(":")) params[name.slice(1)] = safeDecode(got);
    else if (name !== got) return null;
  }
  return params;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const loaded = new Map<Route, Page>();

interface RouterProps {
  routes: Route[];
  missing: Page;
  waiting: ComponentType;
  failed: ComponentType<{ retry: () => void }>;
}

/** Shows the page of the address; loads its code first where that is not yet here. */
export function Router({ routes, missing: Missing, waiting: Waiting, failed: Failed }: RouterProps) {
  const place = location.value;
  let found: Route | undefined;
  let params: Record<string, string> = {};
  for (const route of routes) {
    const got = match(route.pattern, place.path);
    if (got) {
      found = route;
      params = got;
      break;
    }
  }
  const [state, setState] = useState<{ route: Route; page: Page | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!found || loaded.has(found)) return;
    const route = found;
    let current = true;
    route.load().then(
      (module) => {
        loaded.set(route, module.default);
        if (current) setState({ route, page: module.default });
      },
      () => {
        if (current) setState({ route, page: null });
      },
    );
    return () => {
      current = false;
    };
  }, [found, attempt]);
  if (!found) return <Missing params={{}} query={place.query} />;
  const Page = loaded.get(found);
  if (Page) return <Page key={place.path} params={params} query={place.query} />;
  if (state?.route === found && state.page === null) {
    return (
      <Failed
        retry={() => {
          setState(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return <Waiting />;
}
