import {
  createTextSource,
  getDataSource,
  listVisitorMessages,
  sendVisitorMessage,
  type VisitorMessage,
} from '@ozvi/contract'
import { type Browser, testServer } from '../../../../test/server.ts'

/** Content of a shop's help center. */
export const shop = `# Shipping

Orders placed before three in the afternoon leave our warehouse on the same working day. Shipping with a courier costs 3.90 EUR and orders above 50 EUR ship free of charge. You get a link to follow the parcel by e-mail as soon as the courier has taken it over from us.

# Returns and refunds

You may return goods within 30 days of delivery without giving a reason. Put them back into the original box and hand the parcel in at any collection point. Refunds reach your account within five working days after the parcel has arrived in our warehouse and been looked at.

# Shop in Košice

Our shop is at 12 Main Street in Košice, next to the theatre. It is open from 9 to 18 on working days and on Saturday until noon; on Sunday it is closed. You can park in the underground garage across the street, where the first hour is free for our customers.
`

/** A server with workspaces whose assistant answers from their content. */
export async function assistantServer() {
  const server = await testServer()

  /** A workspace with these texts, indexed, and its visitor. */
  async function knowing(...texts: string[]) {
    const created = await server.seed.integration()
    const { browser, integration_id } = created
    for (const body of texts) {
      const source_id = crypto.randomUUID()
      await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
      await server.eventually(async () =>
        (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready'
          ? true
          : undefined,
      )
    }
    return { ...created, visitor: await server.seed.visitor(created.integration.public_key) }
  }

  /** Sends a question and waits for the answer or hand-over. */
  const askQuestion = async (
    visitor: Browser,
    body: string,
    conversation_id = crypto.randomUUID(),
    locale: 'en' | 'sk' = 'en',
  ) => {
    const { seq } = await visitor.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale,
    })
    const replies = await server.eventually(async () => {
      const later = (await visitor.call(listVisitorMessages, { conversation_id, after_seq: seq })).filter(
        ({ kind }) => kind === 'answer' || kind === 'hand_over',
      )
      return later.length > 0 ? later : undefined
    })
    // `eventually` returns lists that are not empty.
    return { conversation_id, reply: replies[0] as VisitorMessage }
  }

  return { server, knowing, askQuestion }
}
