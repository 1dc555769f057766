import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { type BackEnd, type Look, startBackEnd } from './back-end.ts'

export { launchChromium as openBrowser } from '../../tools/launch-chromium.ts'

export interface Visitor {
  page: Page
  launcher: ReturnType<Page['locator']>
  panel: ReturnType<Page['frameLocator']>
  /** Errors of the console, except for rejected and failed requests. */
  errors: string[]
  open(): Promise<void>
  /** Opens a new conversation and sends its first message. */
  begin(text: string): Promise<void>
  write(text: string): Promise<void>
  /** The texts of the log, in order. */
  bubbles(): Promise<string[]>
}
async function visit(context: Awaited<ReturnType<Browser['newContext']>>, url: string): Promise<Visitor> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (line) => {
    const text = line.text()
    if (line.type() === 'error' && !/^Failed to load resource|^WebSocket connection/.test(text))
      errors.push(text)
  })
  await page.goto(url)
  const launcher = page.locator('#ozvi .launcher')
  const panel = page.frameLocator('#ozvi iframe')
  const visitor: Visitor = {
    page,
    launcher,
    panel,
    errors,
    async open() {
      await launcher.click()
      await panel.getByRole('heading', { level: 1 }).waitFor()
    },
    async begin(text) {
      await panel.locator('.ask').click()
      await visitor.write(text)
    },
    async write(text) {
      await panel.getByRole('textbox', { name: /message|správu/ }).fill(text)
      await panel.getByRole('button', { name: /^(Send|Odoslať)$/ }).click()
    },
    bubbles: () => panel.locator('[role=log] .bubble').allInnerTexts(),
  }
  return visitor
}
/** One workspace, one browser profile. `close` ends both. */
export async function scene(
  browser: Browser,
  options: BrowserContextOptions & { look?: Partial<Look> } = {},
) {
  const { look, ...more } = options
  const back_end: BackEnd = await startBackEnd(look)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...more })
  context.setDefaultTimeout(60_000)
  return {
    back_end,
    context,
    visit: (path = '/') => visit(context, back_end.page_origin + path),
    async close() {
      await context.close()
      await back_end.close()
    },
  }
}
/** Faults by the rules of WCAG 2.2 A and AA, in the page and all its frames. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  )
}
