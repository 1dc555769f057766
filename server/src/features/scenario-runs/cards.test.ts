import { listVisitorMessages, sendVisitorMessage } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { bodies, bye, flowOf, runScene, say, type Step } from './test/run-scene.ts'

const { shop } = await runScene()

const choose = { id: 'choose', text: { en: 'Choose' }, next: 'red' }
const look = {
  id: 'look',
  text: { en: 'Look' },
  action: 'link' as const,
  url: 'https://shop.example/blue',
}
const cups: Step = {
  id: 'cups',
  kind: 'cards',
  cards: [
    { id: 'a', title: { en: 'Red cup' }, text: { en: 'Big' }, buttons: [choose] },
    { id: 'b', title: { en: 'Blue cup' }, text: {}, buttons: [look] },
  ],
}
const flow = flowOf([cups, say('red', 'Red it is', 'bye'), bye])

test('a customer sees cards and chooses one, and the team sees the cards and the choice', async () => {
  const { publish, visitor, conversation_id, write, thread, replies, reached } = await shop()
  await publish('Cups', flow)
  await write('Good morning')
  const [sent] = await replies(1)
  const cards = [
    {
      id: 'a',
      image: null,
      title: 'Red cup',
      text: 'Big',
      buttons: [{ id: 'choose', text: 'Choose', url: null }],
    },
    {
      id: 'b',
      image: null,
      title: 'Blue cup',
      text: '',
      buttons: [{ id: 'look', text: 'Look', url: 'https://shop.example/blue' }],
    },
  ]
  const text = 'Red cup\nBig\n- Choose\n\nBlue cup\n- Look: https://shop.example/blue'
  expect(sent).toMatchObject({ body: text, details: { cards } })
  const shown = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(shown.find(({ id }) => id === sent?.id)?.details).toEqual({ cards })
  await write('Red cup: Choose', { reply_to: sent?.id ?? '', button_id: 'choose' })
  await reached({ status: 'completed' })
  expect(bodies(await replies(2)).at(-1)).toBe('Red it is')
  const chosen = (await thread()).find(({ details }) => details.button_id)
  expect(chosen?.details).toMatchObject({ reply_to: sent?.id, button_id: 'choose' })
})

test('422: a link and a button that no card has can’t be chosen', async () => {
  const { publish, visitor, conversation_id, write, replies, reached } = await shop()
  await publish('Cups', flow)
  await write('Good morning')
  const [sent] = await replies(1)
  const answer = { conversation_id, body: 'x', locale: 'en' as const, reply_to: sent?.id ?? '' }
  for (const button_id of ['look', 'a', 'other', '"}]'])
    await expect(
      visitor.browser.call(sendVisitorMessage, { ...answer, id: crypto.randomUUID(), button_id }),
    ).rejects.toMatchObject({ code: 'invalid_input', errors: { button_id: [expect.any(String)] } })
  await reached({ status: 'waiting' })
})

test('422: a card can’t link to an internal address', async () => {
  const { publish } = await shop()
  for (const url of ['https://127.0.0.1/admin', 'https://10.0.0.1/', 'http://shop.example/'])
    await expect(
      publish(
        'Cups',
        flowOf([
          {
            ...cups,
            cards: [{ id: 'a', title: { en: 'A' }, text: {}, buttons: [choose, { ...look, url }] }],
          },
          say('red', 'Red', 'bye'),
          bye,
        ]),
      ),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { 'flow.steps.cups.cards.0.buttons.1.url': [expect.any(String)] },
    })
})
