/** The address shown, and how another one is reached. */

import { signal } from "@preact/signals";
import { options } from "preact";
import { embedded } from "../api/embedded.ts";

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

/** A path of this program for the browser. */
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

/** Writes the links of all pages for the browser. */
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
