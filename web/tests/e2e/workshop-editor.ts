/** The editor of the workshop, written in by hand. */

import type { Page } from "@playwright/test";

/** Writes a text in the place of what is there. */
export async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByTestId("workshop-editor").locator(".cm-content");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
