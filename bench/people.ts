import { requestPerson, createIntegration, sendVisitorMessage } from '@ozvi/contract'
import { newOwner, newVisitor, type Owner, type Visitor } from '../server/test/chaos/caller.ts'
import type { ServerPlace } from '../server/test/chaos/server-process.ts'

export interface People {
  owner: Owner
  /** One per workspace, each with a conversation that the team answers. */
  visitors: Visitor[]
}

/**
 * Fills a running server: one owner, the given number of workspaces, and one visitor's conversation in each.
 * They are handed over to the team, so that messages are measured without answers.
 */
export async function populate(place: ServerPlace, workspaces: number): Promise<People> {
  const owner = await newOwner(place, 'owner')
  const visitors: Visitor[] = []
  for (let n = 0; n < workspaces; n++) {
    const integration = await owner.caller.call(createIntegration, {
      name: `Shop ${n}`,
      url: 'https://shop.example',
    })
    const visitor = await newVisitor(place, { ...owner, integration })
    const { caller, conversation_id } = visitor
    const id = crypto.randomUUID()
    await caller.call(sendVisitorMessage, { conversation_id, id, body: 'Hello?', locale: 'en' })
    await caller.call(requestPerson, { conversation_id })
    visitors.push(visitor)
  }
  return { owner, visitors }
}
