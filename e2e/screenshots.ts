import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach } from 'vitest'
import { openBrowsers } from './app-server.ts'

const folder = path.join(import.meta.dirname, '../test-results/journeys')

/** For a failed test: a screenshot, the URL and the text of each page. */
beforeEach(({ onTestFailed }) =>
  onTestFailed(async ({ task }) => {
    mkdirSync(folder, { recursive: true })
    const name = `${path.basename(task.file.name, '.test.ts')} ${task.name}`.replace(/\W+/g, '-').slice(0, 80)
    const pages = openBrowsers().flatMap((browser) =>
      browser.contexts().flatMap((context) => context.pages()),
    )
    for (const [index, page] of pages.entries()) {
      const at = path.join(folder, `${name}-try-${(task.result?.retryCount ?? 0) + 1}-page-${index}`)
      const bodyText = await page.innerText('body', { timeout: 2_000 }).catch(String)
      writeFileSync(`${at}.txt`, `${page.url()}\n\n${bodyText}\n`)
      await page.screenshot({ path: `${at}.png`, timeout: 5_000 }).catch(() => undefined)
    }
  }),
)
