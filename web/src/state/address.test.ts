import { afterEach, describe, expect, it, vi } from "vitest";

/** The router of a document that was opened at a path. */
async function routerAt(path: string) {
  window.history.replaceState(null, "", path);
  vi.resetModules();
  const router = await import("./address.ts");
  router.startRouter();
  return router;
}

/** A link that is clicked: whether this document goes there itself, and what the browser shows. */
function clicked(href: string): { link: HTMLAnchorElement; kept: boolean } {
  const link = document.createElement("a");
  link.href = href;
  document.body.append(link);
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0 });
  // The browser itself follows nothing in a test.
  let kept = false;
  window.addEventListener(
    "click",
    (seen) => {
      kept = seen.defaultPrevented;
      seen.preventDefault();
    },
    { once: true },
  );
  link.dispatchEvent(event);
  link.remove();
  return { link, kept };
}

afterEach(() => vi.restoreAllMocks());

describe("a document within another site's page", () => {
  it("stays where it is, and leads elsewhere in a tab of its own", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const router = await routerAt("/embed/game/nothing");
    for (const href of ["/", "/new/chess", "/game/x", "/analysis/chess?moves=e2e4"]) {
      const { link, kept } = clicked(href);
      expect([kept, link.target, link.rel]).toEqual([false, "_blank", "noopener"]);
      router.navigate(href);
      expect(opened).toHaveBeenLastCalledWith(new URL(href, window.location.href).href, "_blank", "noopener");
    }
    expect(router.location.value.path).toBe("/embed/game/nothing");
    expect(window.location.pathname).toBe("/embed/game/nothing");
  });
  it("asks the server as nobody", async () => {
    const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}"));
    await routerAt("/embed/position/chess");
    const { api } = await import("../api/client.ts");
    await api.variant("chess");
    expect(asked.mock.lastCall?.[1]?.credentials).toBe("omit");
  });
  it("only watches over the socket of its game, with which a browser sends cookies", async () => {
    const opened: string[] = [];
    class FakeSocket extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 0;
      constructor(url: string) {
        super();
        opened.push(url);
      }
      close() {}
    }
    vi.stubGlobal("WebSocket", FakeSocket);
    for (const path of ["/embed/game/x", "/game/x"]) {
      await routerAt(path);
      const { api } = await import("../api/client.ts");
      api.gameSocket("x", { message: () => undefined }).close();
    }
    expect(opened.map((url) => url.replace(/^ws:..[^/]*/, ""))).toEqual([
      "/api/games/x/socket?watch=true",
      "/api/games/x/socket",
    ]);
    vi.unstubAllGlobals();
  });
});

describe("any other document", () => {
  it("goes to its own pages itself", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const router = await routerAt("/");
    router.navigate("/new/chess");
    expect(opened).not.toHaveBeenCalled();
    expect(router.location.value.path).toBe("/new/chess");
  });
});
