import { requestPerson, type InputOf, dryRunRule } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { ruleScene } from './test/rule-scene.ts'

const { server, shop } = await ruleScene()
const minute = 60_000

test('a dry run lists the conversations in which a rule would have run, and changes nothing', async () => {
  const { browser, key, visitor, begin, row, thread } = await shop()
  const refund = await begin('A refund, please')
  const other = await begin('Hello')
  await visitor.browser.call(requestPerson, { conversation_id: other })
  const state = async () => JSON.stringify([await row(refund), await thread(refund), await row(other)])
  const before = await state()
  const dryRun = async (question: Partial<InputOf<typeof dryRunRule>>) => {
    const { checked_count, items } = await browser.call(dryRunRule, {
      ...key,
      event: 'customer_message',
      ...question,
    })
    expect(checked_count).toBe(2)
    return items.map(({ conversation_id }) => conversation_id)
  }
  expect(await dryRun({})).toHaveLength(2)
  expect(await dryRun({ event: 'conversation_created', words: ['refund'] })).toEqual([refund])
  expect(await dryRun({ event: 'handed_over' })).toEqual([other])
  expect(await dryRun({ filter: { handler: 'assistant' } })).toEqual([refund])
  expect(await dryRun({ event: 'status_changed' })).toEqual([])
  expect(await dryRun({ event: 'no_reply', wait_min: 10 })).toEqual([])
  await server.later(11 * minute, async () => {
    expect(await dryRun({ event: 'no_reply', wait_min: 10 })).toEqual([other])
  })
  expect(await state()).toBe(before)
})
