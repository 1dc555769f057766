import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@ozvi/contract'
import { expect, test } from 'vitest'
import { suites } from '../scripts/suites.mjs'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const locales = ['en', 'sk'] as const
const page = (locale: string, name: string) => read(`app/content/${locale}/documentation/${name}.md`)

/** Names of settings that the server reads. */
const settings = [
  read('server/src/platform/context/config.ts'),
  read('server/src/platform/context/collectors.ts'),
].flatMap((source) => [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): [a-z]/gm)].map(([, name = '']) => name))
/** Set by the start script. */
const internal = ['WEB_SOURCES', 'NODE_ENV']

const events = Object.values<unknown>(contract).flatMap((each) =>
  typeof each === 'object' && each !== null && 'is_ephemeral' in each && 'name' in each
    ? [String(each.name)]
    : [],
)

test.each(locales)('the page about errors lists every error code with its status (%s)', (locale) => {
  const text = page(locale, 'api/errors')
  for (const [code, status] of Object.entries(contract.problems))
    expect(text).toContain(`| ${status} | \`${code}\` |`)
})
test.each(locales)(
  'the page about live events lists every event and every kind of channel (%s)',
  (locale) => {
    const text = page(locale, 'api/realtime')
    expect(events.length).toBeGreaterThan(50)
    expect([...new Set(events)].filter((name) => !new RegExp(`\\b${name}\``).test(text))).toEqual([])
    for (const channel of [
      'presence-integration',
      'presence-conversation',
      'private-user',
      'private-visitor',
    ])
      expect(text).toContain(`\`${channel}.{`)
  },
)
/** The rights of each row of the role table, in the order of the page. */
const rightsOfRows: contract.Right[][] = [
  ['conversations.see'],
  ['workspace.see'],
  ['workspace.see'],
  ['conversations.answer'],
  ['conversations.answer'],
  ['messages.moderate'],
  ['reports.see'],
  ['contacts.manage'],
  ['tags.manage', 'conversations.fields', 'views.manage'],
  ['knowledge.manage'],
  ['knowledge.manage'],
  ['knowledge.manage'],
  ['rules.manage'],
  ['settings.manage'],
  ['contacts.export', 'contacts.erase', 'conversations.delete'],
  ['billing.manage'],
  ['team.manage'],
  ['audit.see'],
  ['team.manage'],
  ['members.reset'],
  ['audit.keep', 'conversations.keep'],
  ['workspace.delete'],
]
test.each(locales)(
  'S6.02 the page about roles shows each right with the roles that hold it (%s)',
  (locale) => {
    const rows = page(locale, 'team/index')
      .split('\n')
      .filter((line) => /^\| [a-zč-ž]/.test(line))
      .map((line) => line.split(' | ').slice(1))
    expect(rows).toHaveLength(rightsOfRows.length)
    const holds = (cell: string, role: contract.Role, right: contract.Right) => {
      const isSuggesting = /^\[?(suggest|navrhovať)/.test(cell)
      expect(!isSuggesting || contract.roleHas(role, 'knowledge.suggest')).toBe(true)
      expect(!isSuggesting && !/^(no|nie)\b/.test(cell), `${right} of ${role}: ${cell}`).toBe(
        contract.roleHas(role, right),
      )
    }
    for (const [row, rights] of rightsOfRows.entries())
      for (const right of rights)
        for (const [column, role] of contract.roles.entries()) holds(rows[row]?.[column] ?? '', role, right)
    const documentedRights = new Set([...rightsOfRows.flat(), 'knowledge.suggest'])
    expect(Object.keys(contract.rights).filter((right) => !documentedRights.has(right))).toEqual([])
  },
)
test.each(locales)('the page about confidence states the thresholds of the bands (%s)', (locale) => {
  const defaults = read('server/src/features/assistant-settings/store.ts')
  const percent = (name: string) => Number(new RegExp(`${name}: (\\d+),`).exec(defaults)?.[1])
  const [answer, mayHelp] = [percent('answer_confidence_min'), percent('may_help_confidence_min')]
  const cells = page(locale, 'assistant/confidence').matchAll(
    /^\| ([^|\d\n]*\d+(?:[^|\d\n]+\d+)? ?%[^|\n]*) \|/gm,
  )
  const figures = [...cells].map(([, cell = '']) => (cell.match(/\d+/g) ?? []).map(Number))
  expect(figures).toEqual([[answer], [mayHelp, answer], [mayHelp]])
})
test('README.md and the page about configuration list every setting, and no other', () => {
  expect(settings).toEqual(expect.arrayContaining(['APP_URL', 'S3_BUCKET', 'POSTHOG_KEY', 'EGRESS_ALLOW']))
  const pages = [read('README.md'), ...locales.map((locale) => page(locale, 'operations/configuration'))]
  for (const text of pages) {
    const rows = text.split('\n').filter((line) => /^\| `[A-Z]/.test(line))
    const listed = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    )
    expect(listed.toSorted()).toEqual(settings.filter((name) => !internal.includes(name)).toSorted())
  }
})
test('every command that README.md, the site and CONTRIBUTING.md name exists', () => {
  // One of the project's own files.
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const content = readdirSync(path.join(root, 'app/content'), { recursive: true, encoding: 'utf8' })
  const files = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'bench/README.md']
  const texts = [
    ...files,
    ...content.filter((name) => name.endsWith('.md')).map((name) => `app/content/${name}`),
  ].map(read)
  const parts = suites.map(({ name }) => name)
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w-]+)/g))
      expect(Object.keys(scripts)).toContain(name)
    for (const [, asked = ''] of text.matchAll(/npm test -- ([a-z: ]+)/g))
      expect(parts).toEqual(expect.arrayContaining(asked.trim().split(' ')))
  }
})
