import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses a shortcut until it has worked. A key is lost if the page doesn't listen for it yet. */
export async function pressUntil(page: Page, key: string, hasWorked: () => Promise<boolean>): Promise<void> {
  async function press() {
    if (await hasWorked()) return true
    await page.keyboard.press(key)
    return hasWorked()
  }
  await expect.poll(press, { interval: 250 }).toBe(true)
}
