import { signal } from "@preact/signals";
import { type ComponentType, options } from "preact";
import { useEffect, useState } from "preact/hooks";
import { embedded } from "./state/embedded.ts";

/** Whether pages are named after the `#` of one address, so that any file host serves them, in any folder. */
const IN_FRAGMENT = import.meta.env.MODE === "site";

/** The address shown, as one signal; every page follows it. */
export const location = signal(read());

export interface Place {
  path: string;
  query: URLSearchParams;
}

/** What a page gets: the parts of the address its route names. */
export interface PageProps {
  params: Record<string, string>;
  query: URLSearchParams;
}

export type Page = ComponentType<PageProps>;

export interface Route {
  /** Such as `/rules/:variant`; a part that ends in `?` may be missing. */
  pattern: string;
  /** Loads the page's own piece of the program. */
  load: () => Promise<{ default: Page }>;
}

/** A path of this program as the browser is to be told it. */
function written(path: string): string {
  return IN_FRAGMENT ? `#${path}` : path;
}

/** The whole address of a path of this program, to be given to others. */
export function addressOf(path: string): string {
  return new URL(written(path), window.location.href).href;
}

/** The path and query of an address of this program; of one that names no page, the first. */
function pathIn(url: { pathname: string; search: string; hash: string }): URL {
  const path = !IN_FRAGMENT ? url.pathname + url.search : url.hash.startsWith("#/") ? url.hash.slice(1) : "/";
  return new URL(path, window.location.origin);
}

function read(): Place {
  const { pathname, searchParams } = pathIn(window.location);
  return { path: pathname, query: searchParams };
}

/**
 * Goes to an address of this program; `replace` leaves no entry in the browser's history. A frame of another site's page
 * stays where it is, and a tab is opened.
 */
export function navigate(href: string, replace = false): void {
  if (embedded) {
    window.open(addressOf(href), "_blank", "noopener");
    return;
  }
  const { pathname, search, hash } = new URL(href, window.location.origin);
  const same = pathname === location.peek().path;
  window.history[replace ? "replaceState" : "pushState"](null, "", written(pathname + search + hash));
  location.value = read();
  if (replace || same) return;
  window.scrollTo(0, 0);
  // The keyboard and screen readers begin with the new page, not with the link that has gone.
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Writes another query into the address of the page shown, which has it already. */
export function amend(href: string): void {
  window.history.replaceState(null, "", written(href));
}

/** Follows the browser's back and forward buttons, and clicks on links into this program. */
export function startRouter(): void {
  window.addEventListener("popstate", () => {
    location.value = read();
  });
  if (IN_FRAGMENT) writeLinks();
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (link?.href && embedded) {
      // The browser follows it, in a tab of its own.
      link.target = "_blank";
      link.rel = "noopener";
      return;
    }
    if (!link?.href || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    const here = link.pathname === window.location.pathname;
    if (IN_FRAGMENT) {
      if (!here) return;
      event.preventDefault();
      if (link.hash.startsWith("#/")) navigate(link.hash.slice(1));
      else document.getElementById(link.hash.slice(1))?.scrollIntoView();
      return;
    }
    if (here && link.hash) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

/** Writes the links of all pages as the browser is to be told them. */
function writeLinks(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === "a" && typeof props.href === "string" && props.href.startsWith("/")) {
      props.href = written(props.href);
    }
    before?.(vnode);
  };
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
