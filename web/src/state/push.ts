/** Whether this browser shows notices of games also while no page is open (Web Push). */

import { api } from "../api/client.ts";
import { language } from "./language.ts";
import { WORKER } from "./renewal.ts";

/** Whether the browser can do that at all. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return registration ? registration.pushManager.getSubscription() : null;
}

/** The id by which the server knows this browser, if it sends notices here. */
async function known(found: PushSubscription | null): Promise<string | undefined> {
  if (!found) return undefined;
  const { devices } = await api.devices();
  return devices.find(({ endpoint }) => endpoint === found.endpoint)?.id;
}

/** Whether notices come here. */
export const pushes = async (): Promise<boolean> => (await known(await subscription())) !== undefined;

/** Has the browser ask whether it may, and the server send notices here. Gives whether they come now. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await api.devices();
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await api.addDevice({ endpoint: endpoint ?? "", public: keys?.p256dh ?? "", auth: keys?.auth ?? "", language });
  return true;
}

/** Notices come here no more. */
export async function stopPush(): Promise<void> {
  const found = await subscription();
  const device = await known(found);
  if (device) await api.removeDevice(device);
  await found?.unsubscribe();
}
