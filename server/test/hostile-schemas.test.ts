import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { expect, test } from 'vitest'
import { cpuTime_ms } from '../../tools/cpu-time.ts'
import { expectQuick, hostileTexts } from './hostile-input.ts'

/** About the size of the largest body. */
const bodyChars = 200_000

test('SEC-14 every field of every route is validated in linear time', async () => {
  const routes = Object.entries(schemas).flatMap(([name, each]) =>
    typeof each === 'object' && 'input' in each && 'problems' in each ? [{ name, input: each.input }] : [],
  )
  expect(routes.length).toBeGreaterThan(50)
  const texts = hostileTexts(['a', '1 ', '@', 'a.', '-', 'https://a/', ':'], bodyChars)
  for (const { name, input } of routes)
    for (const field of Object.keys(input.shape)) {
      const took_ms = await cpuTime_ms(() => {
        for (const value of texts) input.safeParse({ [field]: value })
        for (const value of texts.slice(0, 10)) input.safeParse({ [field]: [value] })
      })
      expect(took_ms, `${name} ${field}`).toBeLessThan(1_000)
    }
}, 120_000)

const marks = ['# ', '*', '**', '`', '[', '](', '> ', '- ', '|-', '\n', 'https://', 'á', ' ', '\t']
test.each<[string, (text: string) => unknown]>([
  ['blocks', contract.readMarkdown],
  ['plain words', contract.toPlainText],
  ['addresses', contract.readAddresses],
])(
  'SEC-14 SEC-31 the %s of a message are parsed in linear time',
  async (_what, parse) => {
    await expectQuick(parse, marks, { chars_max: 8_000 })
  },
  120_000,
)
test('SEC-14 mentions in any note are found in linear time', async () => {
  const members = Array.from({ length: 200 }, (_, index) => ({
    user_id: String(index),
    name: `a${'a'.repeat(index % 60)}`,
    email: `aaa${index}@example.com`,
  }))
  await expectQuick((text) => contract.mentionsIn(text, members), ['@', ' @a', ' ', 'a', '@aaa'], {
    chars_max: 8_000,
  })
}, 120_000)
test.each([
  ['ann@example.com', true],
  ['a@b.c', true],
  ['ann@example', false],
  ['ann@.com', false],
  ['ann@example.', false],
  ['ann @example.com', false],
  ['ann@@example.com', false],
  ['@example.com', false],
])(
  '%j has the form of an email address: %j',
  (text, is) => {
    expect(contract.looksLikeEmail(text)).toBe(is)
  },
  120_000,
)
