import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { problemText } from '@ozvi/contract'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { findMotion } from './find-motion.ts'
import { askAsVisitor, callerIn, createTestUser, publicKeyOf } from './test-user.ts'
import { type AppServer, watchConsole } from './app-server.ts'

/*
 * Every screen of the product, and the checks for each: no console errors, no axe violations, no horizontal
 * overflow, no text in the other language, no movement if motion is reduced.
 */

/** The windows that screens are seen in: their height by width. */
const heights = { 390: 844, 1024: 768, 1440: 900 }

export interface Theme {
  locale: 'en' | 'sk'
  width: keyof typeof heights
  color: 'light' | 'dark'
  /** The server formats times as this browser does. */
  zone: string
  /** Which keys are shown. */
  platform: 'mac' | 'other'
}
export const allThemes: Theme[] = (['en', 'sk'] as const).flatMap((locale) =>
  ([390, 1024, 1440] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((color): Theme => ({
      locale,
      width,
      color,
      zone: 'Europe/Bratislava',
      platform: 'other',
    })),
  ),
)
/** Four themes that cover every pair of language, width and color mode. */
export const pairs: Theme[] = [
  { locale: 'en', width: 390, color: 'light', zone: 'America/New_York', platform: 'mac' },
  { locale: 'en', width: 1440, color: 'dark', zone: 'Asia/Tokyo', platform: 'other' },
  { locale: 'sk', width: 390, color: 'dark', zone: 'Asia/Tokyo', platform: 'other' },
  { locale: 'sk', width: 1440, color: 'light', zone: 'UTC', platform: 'mac' },
]

export interface Screen {
  name: string
  /** Path below the locale. */
  path: string
  is_guest: boolean
  /** Expected status; 200 by default. */
  status?: number
  /** Creates its state. */
  before?: () => Promise<void>
  /** How API calls behave while the app opens it. */
  api?: 'fails' | 'hangs'
}
const guest = (name: string, path: string, status = 200): Screen => ({ name, path, is_guest: true, status })

export const publicScreens: Screen[] = [
  guest('home', ''),
  guest('features', '/features'),
  guest('feature', '/features/sourced-answers'),
  guest('solutions', '/solutions'),
  guest('solution', '/solutions/online-shops'),
  guest('prices', '/prices'),
  guest('competitors', '/competitors'),
  guest('competitor', '/competitors/chatwoot'),
  guest('dictionary', '/dictionary'),
  guest('term', '/dictionary/rag'),
  guest('blog', '/blog'),
  guest('post', '/blog/postgresql-inside-a-node-process'),
  guest('documentation', '/documentation'),
  guest('documentation page', '/documentation/widget/install'),
  guest('documentation search', '/documentation/search?q=chat'),
  guest('API reference', '/documentation/api/reference'),
  guest('API resource', '/documentation/api/reference/messages'),
  guest('privacy policy', '/privacy-policy'),
  guest('refund policy', '/refund-policy'),
  guest('terms of service', '/terms-of-service'),
  guest('preview without a key', '/preview'),
  guest('sign-in', '/auth'),
  guest('single sign-on', '/auth/single-sign-on'),
  guest('sign-up', '/auth/create-account'),
  guest('forgotten password', '/auth/forgot-password'),
  guest('new password', '/auth/reset-password?token=x'),
  guest('verify e-mail', '/verify-email?token=x'),
  guest('invitation', '/invitation?token=x'),
  guest('stop mails', '/stop-mails?token=x'),
  guest('undo an address change', '/undo-email-change?token=x'),
  guest('base date', '/demo/base-date'),
  guest('components', '/demo/ui'),
  guest('not found', '/nowhere', 404),
]

/** A published scenario with an A/B split. @returns its id */
async function seedScenario(
  appServer: Pick<AppServer, 'origin' | 'mailedLink'>,
  context: BrowserContext,
  integration_id: string,
): Promise<string> {
  const id = crypto.randomUUID()
  const call = callerIn(appServer, context)
  await call('PUT', `/api/integration/${integration_id}/scenario/${id}`, {
    name: 'Green Bean',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en', 'sk'],
      start_step_id: 'split',
      goal_step_id: 'hello',
      steps: [
        {
          id: 'split',
          kind: 'split',
          arms: [
            { id: 'a', weight: 1, next: 'company' },
            { id: 'b', weight: 1, next: 'company' },
          ],
        },
        {
          id: 'company',
          kind: 'set_field',
          target: 'contact',
          name: 'company',
          value: 'Green Bean',
          next: 'hello',
        },
        { id: 'hello', kind: 'message', text: { en: 'Hello', sk: 'Hello' }, next: 'end' },
        { id: 'end', kind: 'end' },
      ],
    },
  })
  await call('POST', `/api/integration/${integration_id}/scenario/${id}/publish`, {})
  return id
}

/** A data source with pushed documents. @returns its id */
async function seedPushedSource(
  appServer: Pick<AppServer, 'origin' | 'mailedLink'>,
  context: BrowserContext,
  integration_id: string,
): Promise<string> {
  const call = callerIn(appServer, context)
  const id = crypto.randomUUID()
  const sources = `/api/integration/${integration_id}/data-source`
  await call('POST', `${sources}/api`, { id, name: 'Green Bean' })
  await call('POST', `${sources}/${id}/push-key`, {})
  return id
}

const settingsParts = [
  'general',
  'notifications',
  'client',
  'assistant',
  'answer-tests',
  'language-model',
  'hours',
  'blocked',
  'targets',
  'data-sources',
  'replies',
  'rules',
  'rules/new',
  'macros',
  'tags',
  'contact-fields',
  'conversation-fields',
  'api',
  'hubspot',
  'team',
  'single-sign-on',
  'billing',
  'audit-log',
]

/** A workspace with a member, a visitor and a conversation; its screens. */
export async function seedWorkspace(
  appServer: Pick<AppServer, 'origin' | 'mailedLink'>,
  context: BrowserContext,
): Promise<Screen[]> {
  const id = await createTestUser(appServer, context)
  const public_key = await publicKeyOf(appServer, context, id)
  const conversation = crypto.randomUUID()
  const visit = await askAsVisitor(appServer, public_key, [
    { conversation_id: conversation, body: 'Is the shop open on Sunday?' },
  ])
  const scenario = await seedScenario(appServer, context, id)
  await callerIn(appServer, context)(
    'POST',
    `/api/integration/${id}/conversation/${conversation}/scenario-run`,
    { scenario_id: scenario },
  )
  const pushed = await seedPushedSource(appServer, context, id)
  const at = (name: string, rest: string): Screen => ({ name, path: `/app/i/${id}${rest}`, is_guest: false })
  return [
    { name: 'picker', path: '/app', is_guest: false },
    { name: 'account', path: '/app/account', is_guest: false },
    ...['', '/website', '/knowledge', '/try', '/look', '/install', '/team', '/done'].map((step): Screen => ({
      name: `onboarding${step}`,
      path: `/app/onboarding${step}`,
      is_guest: false,
    })),
    at('dashboard', ''),
    at('reports', '/reports'),
    at('contacts', '/contacts'),
    at('contacts on the site', '/contacts?view=online'),
    at('contact', `/contacts/${visit.contact.id}`),
    at('inbox', '/conversation'),
    at('conversation', `/conversation/${conversation}`),
    at('scenarios', '/scenario'),
    at('scenario', `/scenario/${scenario}`),
    at('scenario numbers', `/scenario/${scenario}?panel=numbers`),
    at('users', '/users'),
    at('settings', '/settings?view=list'),
    ...settingsParts.map((part) => at(`settings ${part}`, `/settings/${part}`)),
    at('pushed documents', `/settings/data-sources/${pushed}`),
    { name: 'workspace preview', path: `/preview?key=${public_key}`, is_guest: false },
  ]
}

/** A workspace for several themes: its screens, and the cookies of its owner's session. */
export async function seedSession(appServer: Pick<AppServer, 'origin' | 'mailedLink'>, browser: Browser) {
  const context = await browser.newContext()
  const screens = await seedWorkspace(appServer, context)
  const cookies = await context.cookies()
  await context.close()
  return { screens, cookies }
}

/** Whole texts of a language that the other one doesn't have, of two or more words. */
function linesOf(locale: 'en' | 'sk'): Set<string> {
  const folder = path.join(import.meta.dirname, '../app/locales')
  const read = (of: string) =>
    readdirSync(path.join(folder, of)).flatMap((file) =>
      // A flat file of messages per feature.
      Object.values(JSON.parse(readFileSync(path.join(folder, of, file), 'utf8')) as Record<string, string>),
    )
  const other = new Set(read(locale === 'en' ? 'sk' : 'en'))
  return new Set(read(locale).filter((line) => / /.test(line) && !/[{}]/.test(line) && !other.has(line)))
}
const foreign = { en: linesOf('sk'), sk: linesOf('en') }
/** Disables motion, so that screenshots are stable. */
const stillStyle = '*, *::before, *::after { animation-duration: 0s !important; transition: none !important }'

const neededTypes = ['script', 'stylesheet', 'fetch', 'xhr']
/** Opens a page and waits for its heading and for all code and data that it requests, one after the other. */
async function openAndSettle(page: Page, url: string) {
  let requests: Request[] = []
  const onRequest = (request: Request) => {
    // What the page before has requested is canceled, and may never finish.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests = []
    if (neededTypes.includes(request.resourceType())) requests.push(request)
  }
  page.on('request', onRequest)
  const reply = await page.goto(url)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  let known = 0
  do {
    const more = requests.slice(known)
    known = requests.length
    await Promise.all(more.map(async (request) => (await request.response())?.finished()))
    // Skeletons indicate loading, except on the demo page that shows skeletons.
    if (!page.url().includes('/demo/')) await waitUntilLoaded(page)
  } while (known < requests.length)
  page.off('request', onRequest)
  return reply
}
/** Waits until no skeleton is visible. Panels that are hidden on narrow screens keep theirs. */
export const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () =>
      ![...document.querySelectorAll('[aria-busy="true"], [data-skeleton]')].some((element) =>
        element.checkVisibility(),
      ),
  )

/** Opens a screen from within the app, while calls of the API fail or hang. */
async function openWithoutApi(page: Page, origin: string, path: string, { api }: Screen) {
  const [, locale] = path.split('/')
  await page.goto(`${origin}/${locale}/app/account`)
  const message = problemText(locale === 'sk' ? 'sk' : 'en', 'server_error')
  await page.route('**/api/integration/**', (route) =>
    api === 'hangs' ? undefined : route.fulfill({ status: 500, json: { code: 'server_error', message } }),
  )
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction((to) => location.pathname === to, path)
  if (api === 'hangs') await page.locator('[data-skeleton]').filter({ visible: true }).first().waitFor()
  else
    await page
      .locator('main')
      .getByRole('button', { name: /Try again|Skúsiť znova/ })
      .first()
      .waitFor()
}

/** @returns the problems of a screen in a theme as sentences */
export async function inspect(
  page: Page,
  appServer: Pick<AppServer, 'origin'>,
  screen: Screen,
  theme: Theme,
): Promise<string[]> {
  await screen.before?.()
  const path = `/${theme.locale}${screen.path}`
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (screen.api) await openWithoutApi(page, appServer.origin, path, screen)
  const reply = screen.api ? null : await openAndSettle(page, appServer.origin + path)
  const wrong: string[] = await page.evaluate(findMotion)
  await page.addStyleTag({ content: stillStyle })
  const status = reply?.status()
  if (!screen.api && status !== (screen.status ?? 200)) wrong.push(`status ${status}`)
  const facts = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    beyond: document.documentElement.scrollWidth - innerWidth,
    lines: document.body.innerText.split('\n').map((line) => line.trim()),
    // Elements with their own language, and names of other services.
    others: [...document.querySelectorAll<HTMLElement>('body :is([lang], [translate="no"])')].flatMap(
      ({ innerText }) => innerText.split('\n').map((line) => line.trim()),
    ),
    headings: [...document.querySelectorAll('h1')].filter((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    ).length,
  }))
  if (facts.lang !== theme.locale) wrong.push(`language ${facts.lang}`)
  if (facts.beyond > 0) wrong.push(`${facts.beyond} px wider than the window`)
  // Title and heading are part of the HTML.
  const isLoading = screen.api === 'hangs'
  if (!facts.title && !isLoading) wrong.push('no title')
  if (facts.headings !== 1 && !isLoading) wrong.push(`${facts.headings} headings of the first level`)
  for (const line of facts.lines)
    if (foreign[theme.locale].has(line) && !facts.others.includes(line))
      wrong.push(`not in its language: ${line}`)
  // Frames of other sites are skipped, which none of these pages has; otherwise each theme would open another page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  for (const { id, nodes } of violations) {
    if (isLoading && ['document-title', 'page-has-heading-one'].includes(id)) continue
    wrong.push(`axe ${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`)
  }
  return wrong.map((fault) => `${screen.name} (${theme.locale} ${theme.width} ${theme.color}): ${fault}`)
}

/** The same browser on a Mac. */
async function macAgent(browser: Browser): Promise<string> {
  const [major] = browser.version().split('.')
  return `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
}

/** A window in a theme, and the errors of its pages. */
export async function openInTheme(browser: Browser, { locale, width, color, zone, platform }: Theme) {
  const context = await browser.newContext({
    locale,
    timezoneId: zone,
    ...(platform === 'mac' ? { userAgent: await macAgent(browser) } : {}),
    colorScheme: color,
    reducedMotion: 'reduce',
    viewport: { width, height: heights[width] },
  })
  // The browser reports a 404 for missing pages, a 422 for expired links, and a 402 for pages of a larger plan.
  const complaints = () =>
    consoleMessages.filter(
      (line) => !/nowhere.*404|(reset-password|invitation|verify-email).*422|audit-log.*402/.test(line),
    )
  const consoleMessages = watchConsole(context)
  return { context, complaints }
}
