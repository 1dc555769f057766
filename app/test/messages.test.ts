import { readdirSync, readFileSync } from 'node:fs'
import { rights } from '@ozvi/contract'
import { expect, test, vi } from 'vitest'
import { dictionaries } from 'virtual:messages'
import { fetchDictionary } from '#platform/i18n/load.ts'
import type { Key } from '#platform/i18n/keys.ts'
import { createTranslator } from '#platform/i18n/translator.ts'
import { pages } from '#pages'
import { lazyFeatures, readMessages, siteFeatures } from '../vite/messages.ts'

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const keys = (locale: 'en' | 'sk') => Object.keys(readMessages(locale)).sort()

/** Names of values and tags anywhere in a compiled message. */
function placeholders(message: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (token: unknown) => {
    if (typeof token === 'string') for (const [, tag] of token.matchAll(/<(\w+)>/g)) found.add(`<${tag}>`)
    if (!Array.isArray(token)) return
    const [name, kind, forms] = token
    if (typeof name === 'string' && (token.length === 1 || typeof kind === 'string') && !/\s/.test(name))
      found.add(name)
    if (typeof forms === 'object' && forms !== null)
      Object.values(forms).forEach((form) => Array.isArray(form) && form.forEach(walk))
  }
  if (Array.isArray(message)) message.forEach(walk)
  return found
}
/** Plural forms of every plural in a compiled message. */
function pluralForms(message: unknown): string[][] {
  if (!Array.isArray(message)) return []
  return message.flatMap((token) =>
    Array.isArray(token) && token[1] === 'plural'
      ? [Object.keys(token[2]).filter((form) => form !== 'offset')]
      : [],
  )
}

test.each(['en', 'sk'])('S1.07 no file of %s holds a message twice', (locale) => {
  for (const name of readdirSync(new URL(`../locales/${locale}`, import.meta.url))) {
    const text = file(`locales/${locale}/${name}`)
    const written = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, key = '']) => key)
    expect([name, written.sort()]).toEqual([name, Object.keys(JSON.parse(text) as object).sort()])
  }
})
test('S1.07 both languages hold the same messages', () => {
  expect(keys('sk')).toEqual(keys('en'))
})
test('S1.07 a message has the same placeholders and marked parts in both languages', () => {
  for (const key of keys('en')) {
    expect([key, placeholders(dictionaries.sk[key])]).toEqual([key, placeholders(dictionaries.en[key])])
  }
})
test('S1.07 Slovak plurals have one, few and other forms (many only for fractions), English ones one and other', () => {
  const counted = keys('en').filter((key) => pluralForms(dictionaries.en[key]).length > 0)
  expect(counted.length).toBeGreaterThan(0)
  for (const key of counted) {
    for (const forms of pluralForms(dictionaries.en[key])) expect(forms).toEqual(['one', 'other'])
    for (const forms of pluralForms(dictionaries.sk[key])) {
      expect(forms.filter((form) => form !== 'many')).toEqual(['one', 'few', 'other'])
    }
  }
})
test('the app uses no messages that only public pages load', () => {
  const src = new URL('../src/', import.meta.url)
  const inApp = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^(dashboard|platform|ui)\/.*\.tsx?$|^(root|error-page|entry\.client)\.tsx$/.test(path))
  const word = new RegExp(`['"\`](${siteFeatures.join('|')})\\.\\w`)
  expect(inApp.length).toBeGreaterThan(200)
  expect(inApp.filter((path) => word.test(file(`src/${path}`)))).toEqual([])
})
test('lazy messages are used only by their own pages', () => {
  const src = new URL('../src/', import.meta.url)
  const word = new RegExp(`['"\`](${lazyFeatures.join('|')})\\.\\w`)
  const folders = lazyFeatures.map((name) => name.replace(/^contact-/, 'contacts/'))
  // Shared messages of settings are used only by them; public pages include their own messages.
  const own = new RegExp(`^dashboard/(${folders.join('|')}|settings)/|^site/`)
  // Messages of people, workspaces and replies that are used in settings, and of the playground on pages of sources.
  const late =
    /^dashboard\/(assistant\/playground|canned-replies\/replies-page|macros\/(macros-page|macro-dialog|action-control|tag-list)|sla\/targets-page|users\/(invitations\/(open-invitations|invite)|roles\/(rights-dialog|rights-fields|role-dialog|roles-section))|contacts\/blocking\/blocked-(page|table)|installation\/policy-lines|integrations\/(close-dialog|details|general-page|logo))\.tsx$/
  // Some rights are named like messages.
  const right = new RegExp(`['"\`](${Object.keys(rights).join('|')})['"\`]`, 'g')
  const saying = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && word.test(file(`src/${path}`).replace(right, '')))
  expect(saying.length).toBeGreaterThan(0)
  expect(saying.filter((path) => !own.test(path) && !late.test(path))).toEqual([])
  // Contacts are imported and merged in dialogs of their pages.
  const shows = /^dashboard\/contacts\/\w+\/contacts?-page/
  for (const { name, layout, file, ...page } of pages)
    expect([name, 'hasLazyMessages' in page]).toEqual([
      name,
      layout === 'settings' || (layout === 'default' && (own.test(file) || shows.test(file))),
    ])
})
test('numbers and words are formatted by language', () => {
  const t = { en: createTranslator('en', dictionaries.en).t, sk: createTranslator('sk', dictionaries.sk).t }
  expect([1, 2, 5].map((n) => t.sk('auth.resend_in', { n }))).toEqual([
    'Poslať znova o 1 sekundu',
    'Poslať znova o 2 sekundy',
    'Poslať znova o 5 sekúnd',
  ])
  expect(t.en('auth.resend_in', { n: 1 })).toBe('Resend in 1 second')
})
test('S4.15 the messages of a locale are merged over those of its fallback', () => {
  expect(dictionaries.en).toEqual(readMessages('en'))
  expect(dictionaries.sk).toEqual({ ...readMessages('en'), ...readMessages('sk') })
})
test('S8.10 a message missing in a locale and its fallback throws', () => {
  expect(() => createTranslator('sk', {}).t('ui.close')).toThrow('No message ui.close in sk')
  for (const locale of ['en', 'sk'] as const) {
    const { t } = createTranslator(locale, dictionaries[locale])
    expect(() => t('nobody.wrote_this' as Key)).toThrow(`No message nobody.wrote_this in ${locale}`)
  }
})
test('S8.10 an unknown key of a loaded file shows a general text and is logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const locale of ['en', 'sk'] as const) {
    const { t } = createTranslator(locale, dictionaries[locale])
    expect(t('conversations.status_of_tomorrow' as Key)).toBe(t('errors.unknown_value'))
    expect(log).toHaveBeenLastCalledWith(
      'Unknown value',
      new Error(`No message conversations.status_of_tomorrow in ${locale}`),
    )
  }
  log.mockRestore()
})
test('S4.15 S7.19 S8.10 messages of a locale are fetched when needed, and a failure is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }))
  await expect(fetchDictionary('sk')).rejects.toThrow()
  expect(log.mock.calls[0]?.[0]).toBe('Failed locale loading')
  vi.stubGlobal('fetch', async (url: string) => Response.json({ url }))
  expect(await fetchDictionary('sk')).toEqual({ url: expect.stringMatching(/sk/) })
  vi.unstubAllGlobals()
})
