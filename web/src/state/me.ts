import { signal } from "@preact/signals";
import { api } from "../api/client.ts";
import type { Me } from "../api/types.ts";

/** Who is playing here; null until the server has said it. */
export const me = signal<Me | null>(null);

let asking: Promise<void> | null = null;

/** Asks who we are. Everybody is somebody from the first visit: the server gives a name. */
export function loadMe(): Promise<void> {
  asking ??= api.me().then(
    (found) => {
      me.value = found;
      asking = null;
    },
    () => {
      // The notice of an unreachable server is enough; the next visit asks again.
      asking = null;
    },
  );
  return asking;
}

/** Takes another name; an account asks for its password. */
export async function rename(name: string, password: string | null, code?: string): Promise<void> {
  me.value = await api.rename(name, password, code);
}

export async function register(name: string, password: string): Promise<void> {
  await api.register(name, password);
  me.value = await api.me();
}

export async function logIn(name: string, password: string, code?: string): Promise<void> {
  await api.logIn(name, password, code);
  me.value = await api.me();
}

export async function logOut(): Promise<void> {
  await api.logOut();
  me.value = await api.me();
}

export async function logOutEverywhere(): Promise<void> {
  await api.logOutEverywhere();
  me.value = await api.me();
}

/** Has the server forget who we are; we are somebody new then. */
export async function deleteMe(password: string | null, code?: string): Promise<void> {
  await api.deleteMe(password, code);
  me.value = await api.me();
}

/** Changes the password; all other browsers are logged out. */
export async function changePassword(old: string, next: string, code?: string): Promise<void> {
  await api.changePassword(old, next, code);
}
