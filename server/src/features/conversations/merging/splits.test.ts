import {
  getConversation,
  listMessages,
  mergeConversation,
  sendMessage,
  sendVisitorMessage,
  splitConversation,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { draft, locale, firstMessage, withoutGaps, mergeScene } from './test/merge-scene.ts'

const { two, client } = await mergeScene()

test('REL-04 a split conversation is two with links to each other; merging restores it', async () => {
  const { a, browser, visitor, sendText } = await two()
  const question = await sendText(a, 'Another thing: do you repair bikes?')
  await browser.call(sendMessage, { ...a, kind: 'note', ...draft('not ours') })
  const whole = await browser.call(listMessages, a)
  const stored = client(browser, a)
  await stored.begin()
  const id = crypto.randomUUID()
  const split = () => browser.call(splitConversation, { ...a, id, message_id: question.id })
  const created = await split()
  expect(created).toMatchObject({
    id,
    number: 3,
    subject: 'Another thing: do you repair bikes?',
    status: 'open',
    waiting_since: question.sent_at,
    follows_id: a.conversation_id,
  })
  expect((await split()).number).toBe(3)
  const there = { ...a, conversation_id: id }
  const [head, tail] = [await browser.call(listMessages, a), await browser.call(listMessages, there)]
  expect([firstMessage(head), firstMessage(tail)]).toEqual([
    firstMessage(whole).slice(0, 2),
    firstMessage(whole).slice(2),
  ])
  expect(head.at(-1)?.details).toMatchObject({ event: 'split_off', other_number: 3 })
  expect(tail.at(-1)?.details).toMatchObject({ event: 'split_from', other_number: 1 })
  expect(await stored.follow()).toEqual(head)
  expect(withoutGaps(head) && withoutGaps(tail)).toBe(true)
  expect(await browser.call(getConversation, a)).toMatchObject({ status: 'waiting', waiting_since: null })
  // Resent to the first conversation, the message is found in the second.
  const again = await visitor.browser.call(sendVisitorMessage, {
    ...a,
    locale,
    id: question.id,
    body: question.body,
  })
  expect(again.conversation_id).toBe(id)

  await browser.call(mergeConversation, { ...there, id: crypto.randomUUID(), into_id: a.conversation_id })
  expect(firstMessage(await browser.call(listMessages, a))).toEqual(firstMessage(whole))
  const first = browser.call(splitConversation, {
    ...a,
    id: crypto.randomUUID(),
    message_id: whole[0]?.id ?? '',
  })
  await expect(first).rejects.toMatchObject({ errors: { message_id: [expect.any(String)] } })
})

test('a split conversation that ends with the customer’s question is open, regardless of its status before', async () => {
  const { a, browser, sendText } = await two()
  const question = await sendText(a, 'Hello? Are you still there?')
  const reply = await browser.call(sendMessage, { ...a, ...draft('Let me check') })
  expect(await browser.call(getConversation, a)).toMatchObject({ status: 'waiting', waiting_since: null })
  const id = crypto.randomUUID()
  await browser.call(splitConversation, { ...a, id, message_id: reply.id })
  expect(await browser.call(getConversation, a)).toMatchObject({
    status: 'open',
    waiting_since: question.sent_at,
  })
  expect(await browser.call(getConversation, { ...a, conversation_id: id })).toMatchObject({
    status: 'waiting',
    waiting_since: null,
  })
})
