import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { limits, read } from './index.ts'
import { hasFile, hasRoute, hasSetting, inContract, inPackage, readsFilesOf } from './product.ts'

const textOf = (locale: 'en' | 'sk', page: string) =>
  page.startsWith('locales/')
    ? read(`app/locales/${locale}/${page.slice('locales/'.length)}.json`)
    : read(`app/content/${locale}/${page}.md`)

test.each(limits)('the site states what is missing: $feature', ({ isBuilt, says }) => {
  expect(isBuilt()).toBe(false)
  const changed = says.flatMap(([page, en, sk]) => [
    ...(textOf('en', page).includes(en) ? [] : [`${page}: ${en}`]),
    ...(textOf('sk', page).includes(sk) ? [] : [`${page}: ${sk}`]),
  ])
  expect(changed).toEqual([])
})

test('README.md names what isn’t available, and nothing else', () => {
  const readme = read('README.md')
  const [, list = ''] = /^Not available yet: (.+)\.$/m.exec(readme) ?? []
  const named = limits.flatMap(({ in_readme }) => in_readme ?? [])
  expect(list.split(', ').filter(Boolean).toSorted()).toEqual(
    named.filter((name) => !name.endsWith('.')).toSorted(),
  )
  for (const name of named) expect(readme).toContain(name)
})

test('the checks detect existing features', () => {
  expect([
    hasRoute(/^POST .*\/assistant\/try$/),
    hasSetting('S3_'),
    hasSetting('POSTHOG_'),
    hasFile('app/locales', /^sk$/),
    inContract('users/teams', /assignment_mode/),
    inPackage('server', /"fastify"/),
    readsFilesOf('html'),
  ]).toEqual(Array(7).fill(true))
})

/** Words a page uses to say that the product lacks something. */
const lacking = {
  en: /\b([Tt]here (is|are) no|[Tt]here (is|are)n['’]t|Ozvi has no|No \w+ yet|(is|are) not \w+ yet|no tool yet|not exist today|in this version|this version can['’]t|not possible in Ozvi|(cannot|can['’]t) be set)\b/,
  sk: /zatiaľ n\p{L}+|dnes nie|v tejto verzii|táto verzia/u,
}
/** Pages that describe states, errors and general terms. */
const notAboutLimits =
  /\/(api\/errors|data-sources\/states|dictionary\/(websocket|confidence-threshold))\.md$/
/** Sentences with such words and another meaning. */
const others = [
  'There is no second knowledge base',
  'there is no model that could invent a policy',
  'There is no mystery in it',
  'There is no third state',
  'there is no stale lock file',
  'an answer that is not posted yet',
  'There is no certificate of conformity',
  '## Čo Ozvi zatiaľ nevie?',
  'ak zatiaľ nemajú konverzáciu ani poznámku',
]

test.each(['en', 'sk'] as const)(
  'every sentence of the site that says what is missing is in the list (%s)',
  (locale) => {
    const existing = [
      ...others,
      ...limits.flatMap(({ says }) => says.map(([, en, sk]) => ({ en, sk })[locale])),
    ]
    const folder = `app/content/${locale}`
    const pages = readdirSync(path.join(import.meta.dirname, '../..', folder), {
      recursive: true,
      encoding: 'utf8',
    }).filter((name) => name.endsWith('.md') && !notAboutLimits.test(`/${name}`))
    const unlisted = pages.flatMap((name) =>
      read(`${folder}/${name}`)
        .split('\n')
        .flatMap((line) => line.split(/(?<=[.!?]) /))
        .filter((sentence) => lacking[locale].test(sentence))
        .filter((sentence) => !existing.some((each) => sentence.includes(each) || each.includes(sentence)))
        .map((sentence) => `${name}: ${sentence}`),
    )
    expect(unlisted).toEqual([])
  },
)
