/** The examples of the page of the HTTP API, docs/develop/api.md: each request is sent, and has the answer shown. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seriousFaults } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { repository } from "./paths.ts";

interface Block {
  /** What stands behind the fence: `sh`, `json`, `json send`, `json receive`. */
  kind: string;
  text: string;
}

const source = readFileSync(join(repository, "docs/develop/api.md"), "utf8");
const blocks: Block[] = [...source.matchAll(/^```(sh|json.*)\n([\s\S]*?)^```$/gm)].map(([, kind = "", text = ""]) => ({
  kind,
  text,
}));

/** The address and the body of a request as curl is given it; a request with a body is a POST. */
function request(command: string): { path: string; data: string | undefined } {
  const path = /https:\/\/chess\.example(\S+)/.exec(command)?.[1];
  if (!path) throw new Error(`There is no address in ${command}`);
  return { path, data: /-d '([\s\S]*?)'/.exec(command)?.[1] };
}

/** Of an answer what is shown of it: the fields of objects, the first elements of lists. */
function cut(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(answer)) return shown.map((each, index) => cut(answer[index], each));
  if (shown && answer && typeof shown === "object" && typeof answer === "object") {
    const fields = answer as Record<string, unknown>;
    return Object.fromEntries(Object.entries(shown).map(([name, each]) => [name, cut(fields[name], each)]));
  }
  return answer;
}

test("every example of the page has the answer that is shown", async ({ page }) => {
  await page.goto("/privacy");
  let answers = 0;
  let game = "";
  for (const [index, { kind, text }] of blocks.entries()) {
    const shown = kind === "sh" || kind === "json send" ? "" : JSON.parse(text);
    const before = blocks[index - 1];
    if (kind === "json" && before?.kind === "sh") {
      const { path, data } = request(before.text);
      const answer = await page.request.fetch(path, {
        method: data ? "POST" : "GET",
        headers: { "content-type": "application/json" },
        data,
      });
      const body = await answer.json();
      expect(cut(body, shown), before.text).toEqual(shown);
      if (path === "/api/games") game = body.id;
      answers += 1;
    } else if (kind === "json receive" && before?.kind === "json send") {
      const answer = await page.evaluate(exchange, [game, before.text, shown.type] as const);
      expect(cut(answer, shown), before.text).toEqual(shown);
      answers += 1;
    }
  }
  expect(answers).toBe(blocks.filter(({ kind }) => kind === "json" || kind === "json receive").length);
  expect(answers).toBeGreaterThan(5);
});

/** Runs in the page: says something on a game's socket, and waits for the first message of a type. */
function exchange([game, said, type]: readonly [string, string, string]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/games/${game}/socket`);
    socket.onopen = () => socket.send(said);
    socket.onerror = () => reject(new Error("the socket failed"));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type !== type) return;
      socket.close();
      resolve(message);
    };
  });
}

test("a token is made on the page, opens what it should, and is revoked", async ({ page, playwright, baseURL }) => {
  const account = { name: "Token Owner", password: "long enough to be good" };
  expect((await page.request.post("/api/accounts", { data: account })).status()).toBe(201);
  await page.goto("/programs");
  await page.getByTestId("token-name").fill("My bot");
  await page.getByTestId("scope-play").check();
  await page.getByTestId("make-token").click();
  const secret = (await page.getByTestId("token-secret").textContent()) ?? "";
  await expect(page.getByTestId("token")).toContainText("My bot plays");
  expect(await seriousFaults(page)).toEqual([]);
  const extraHTTPHeaders = { authorization: `Bearer ${secret}` };
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders });
  expect(await (await program.get("/api/me")).json()).toEqual({ name: "Token Owner", account: true });
  expect((await program.get("/api/tokens")).status()).toBe(403);
  await page.getByTestId("revoke-token").click();
  await expect(page.getByTestId("token")).toHaveCount(0);
  expect((await program.get("/api/me")).status()).toBe(403);
  await program.dispose();
});

test("a program of others gets access from the page, if its player allows it", async ({
  page,
  request,
  complaints,
}) => {
  // The example of RFC 7636, appendix B.
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const redirect = "https://app.example/back";
  const asked = {
    response_type: "code",
    client_id: "Board App",
    redirect_uri: redirect,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "play",
    state: "here",
  };
  const address = (changed: object) => `/oauth?${new URLSearchParams({ ...asked, ...changed })}`;
  await page.route(`${redirect}?*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Back</title>" }),
  );

  // One who leads elsewhere gets nobody there.
  complaints.expect(/422.*oauth/);
  await page.goto(address({ redirect_uri: "http://app.example/back" }));
  await expect(page.getByTestId("oauth-refused")).toContainText("redirect_uri");

  await page.goto(address({}));
  await expect(page.getByTestId("oauth-site")).toHaveText("app.example");
  await expect(page.getByTestId("oauth-scopes").locator("li")).toHaveCount(2);
  await page.getByTestId("account-name").fill("App User");
  await page.getByTestId("account-password").fill("long enough to be good");
  await page.getByTestId("account-go").click();
  await expect(page.getByTestId("oauth-allow")).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByTestId("oauth-deny").click();
  await expect(page).toHaveURL(`${redirect}?error=access_denied&state=here`);

  await page.goto(address({}));
  await page.getByTestId("oauth-allow").click();
  await expect(page).toHaveURL(/app\.example\/back\?code=.+&state=here$/);
  const form = {
    grant_type: "authorization_code",
    code: new URL(page.url()).searchParams.get("code") ?? "",
    code_verifier: verifier,
    redirect_uri: redirect,
    client_id: "Board App",
  };
  const access = await (await request.post("/api/oauth/token", { form })).json();
  expect(access).toMatchObject({ token_type: "Bearer", scope: "play" });
  await page.goto("/programs");
  await expect(page.getByTestId("token")).toContainText("Board App (app.example) plays");
});
