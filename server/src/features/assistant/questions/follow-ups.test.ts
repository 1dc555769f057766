import { getConversation } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { assistantServer, shop } from '../test/assistant-server.ts'

/* One word after an answer: “Why?”, “How?”, “Prečo?”, “Ako?”. */

const { server, knowing, askQuestion } = await assistantServer()
afterAll(() => server[Symbol.asyncDispose]())

const content = {
  en: [
    `# When to return rented skis

Return rented skis by six in the evening of the last day, at the counter on the ground floor of the valley station. The counter closes at half past six on every day of the season.`,
    `# Skis overnight

We need rented skis back in the evening because every pair is sharpened and waxed in the workshop overnight. The next guests pick them up at eight in the morning.`,
    `# Return box

To return rented skis after the counter has closed, use the box beside the lift:

1. Scan the code on the skis with your phone.
2. Open the box and put the skis inside.`,
  ],
  sk: [
    `# Kedy vrátiť požičané lyže

Požičané lyže vráťte posledný deň do šiestej večer pri pulte na prízemí údolnej stanice. Pult zatvárame každý deň sezóny o pol siedmej.`,
    `# Lyže cez noc

Požičané lyže potrebujeme večer späť, pretože každý pár v dielni cez noc nabrúsime a navoskujeme. Ďalší hostia si ich preberajú ráno o ôsmej.`,
    `# Schránka na vrátenie

Ak chcete požičané lyže vrátiť po zatvorení pultu, použite schránku pri lanovke:

1. Naskenujte kód na lyžiach telefónom.
2. Otvorte schránku a vložte lyže dovnútra.`,
  ],
}

test.each([
  {
    locale: 'en' as const,
    question: 'When do I have to return rented skis?',
    first: 'by six in the evening',
    why: ['Why?', 'But why is that?', 'How come?', 'What is the reason?'],
    reason: 'because every pair',
    how: ['How?', 'And how exactly?'],
    steps: 'Open the box',
  },
  {
    locale: 'sk' as const,
    question: 'Kedy mám vrátiť požičané lyže?',
    first: 'do šiestej večer',
    why: ['Prečo?', 'A prečo?', 'Prečo je to tak?'],
    reason: 'pretože každý pár',
    how: ['Ako?', 'A ako to spravím?'],
    steps: 'Otvorte schránku',
  },
])(
  '“Why?” after an answer returns a reason and “How?” steps, in $locale',
  async ({ locale, ...expected }) => {
    const { visitor } = await knowing(...content[locale])
    const askTwice = async (next: string) => {
      const { reply, conversation_id } = await askQuestion(
        visitor.browser,
        expected.question,
        undefined,
        locale,
      )
      expect(reply.citations[0]?.quote).toContain(expected.first)
      return (await askQuestion(visitor.browser, next, conversation_id, locale)).reply
    }
    for (const next of expected.why)
      expect((await askTwice(next)).citations[0]?.quote, next).toContain(expected.reason)
    for (const next of expected.how)
      expect((await askTwice(next)).citations[0]?.quote, next).toContain(expected.steps)
  },
)

const shops = {
  en: shop,
  sk: `# Doprava

Doprava kuriérom stojí 3,90 € a nad 50 € je zadarmo.

# Vrátenie tovaru

Tovar môžete vrátiť do 30 dní od prevzatia.
`,
}

test.each([
  {
    locale: 'en' as const,
    question: 'How much does shipping with a courier cost?',
    next: 'Why?',
    nothing: 'I couldn’t find anything more about this. Would you like to talk to a person?',
    no: 'No',
    declined: 'All right. I’m here if you need anything else.',
    yes: 'Yes, please',
  },
  {
    locale: 'sk' as const,
    question: 'Koľko stojí doprava kuriérom?',
    next: 'Prečo?',
    nothing: 'Viac sa mi o tom nepodarilo nájsť. Chcete hovoriť s niekým z tímu?',
    no: 'Nie',
    declined: 'Dobre. Ak budete ešte niečo potrebovať, napíšte.',
    yes: 'Áno, prosím',
  },
])(
  '“$next” without a reason in the content offers a person, who is asked only after “$yes”',
  async ({ locale, ...says }) => {
    const { browser, integration_id, visitor } = await knowing(shops[locale])
    const { conversation_id } = await askQuestion(visitor.browser, says.question, undefined, locale)
    const say = async (text: string) =>
      (await askQuestion(visitor.browser, text, conversation_id, locale)).reply
    const handler = async () =>
      (await browser.call(getConversation, { integration_id, conversation_id })).handler

    expect(await say(says.next)).toMatchObject({ kind: 'answer', body: says.nothing, citations: [] })
    expect(await handler()).toBe('assistant')
    expect(await say(says.no)).toMatchObject({ body: says.declined })
    expect(await say(says.next)).toMatchObject({ body: says.nothing })
    expect(await say(says.yes)).toMatchObject({ kind: 'hand_over', details: { reason: 'asked_for_human' } })
    expect(await handler()).toBe('team')
  },
)
