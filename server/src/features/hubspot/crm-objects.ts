import type { AssociationSpecAssociationCategoryEnum } from '@hubspot/api-client/lib/codegen/crm/objects/notes/models/AssociationSpec.js'
import type { ConversationObject } from './conversations/conversation-store.ts'
import type { RunRequest } from './client.ts'

/** HubSpot's numbers of the associations with a contact. */
const associationTypes = { note: 202, ticket: 16 } as const
const bodyProperties = { note: 'hs_note_body', ticket: 'content' } as const
const page_size = 500
const read_size = 100
const pages_max = 20

export interface TicketStages {
  pipeline: string
  open: string
  /** Undefined if no stage closes tickets. */
  closed: string | undefined
}

/** Notes and tickets. @param once doesn't repeat a request that may have worked */
export function objectRequests(run: RunRequest, once: RunRequest) {
  async function readBodies(kind: ConversationObject, ids: string[]) {
    const property = bodyProperties[kind]
    const input = { inputs: ids.map((id) => ({ id })), properties: [property], propertiesWithHistory: [] }
    const { results } = await run(({ crm }) =>
      kind === 'note' ? crm.objects.notes.batchApi.read(input) : crm.tickets.batchApi.read(input),
    )
    return results.map(({ id, properties }) => ({ id, body: properties[property] ?? '' }))
  }
  return {
    /** The object of a contact whose text has a mark. */
    async findObject(
      kind: ConversationObject,
      contact_id: string,
      hasMark: (body: string) => boolean,
    ): Promise<string | undefined> {
      let after: string | undefined
      for (let page = 0; page < pages_max; page++) {
        const reply = await run(({ crm }) =>
          crm.associations.v4.basicApi.getPage('contacts', contact_id, `${kind}s`, after, page_size),
        )
        const ids = reply.results.map(({ toObjectId }) => String(toObjectId))
        for (let from = 0; from < ids.length; from += read_size) {
          const bodies = await readBodies(kind, ids.slice(from, from + read_size))
          const found = bodies.find(({ body }) => hasMark(body))
          if (found) return found.id
        }
        after = reply.paging?.next?.after
        if (!after) break
      }
      return undefined
    },
    createObject: (
      kind: ConversationObject,
      contact_id: string,
      properties: Record<string, string>,
    ): Promise<string> =>
      once(async ({ crm }) => {
        const input = {
          properties,
          associations: [
            {
              to: { id: contact_id },
              types: [
                {
                  // its value; importing the enum would load the client
                  associationCategory: 'HUBSPOT_DEFINED' as AssociationSpecAssociationCategoryEnum,
                  associationTypeId: associationTypes[kind],
                },
              ],
            },
          ],
        }
        const created =
          kind === 'note'
            ? await crm.objects.notes.basicApi.create(input)
            : await crm.tickets.basicApi.create(input)
        return created.id
      }),
    updateObject: (kind: ConversationObject, id: string, properties: Record<string, string>): Promise<void> =>
      run(async ({ crm }) => {
        if (kind === 'note') await crm.objects.notes.basicApi.update(id, { properties })
        else await crm.tickets.basicApi.update(id, { properties })
      }),
    /** The first pipeline of tickets, and its stages. */
    ticketStages: (): Promise<TicketStages | undefined> =>
      run(async ({ crm }) => {
        const { results } = await crm.pipelines.pipelinesApi.getAll('tickets')
        const [pipeline] = results.toSorted((a, b) => a.displayOrder - b.displayOrder)
        const stages = pipeline?.stages.toSorted((a, b) => a.displayOrder - b.displayOrder) ?? []
        const isClosed = ({ metadata }: { metadata?: Record<string, string> }) =>
          metadata?.['ticketState'] === 'CLOSED'
        const open = stages.find((stage) => !isClosed(stage))
        return pipeline && open
          ? { pipeline: pipeline.id, open: open.id, closed: stages.find(isClosed)?.id }
          : undefined
      }),
  }
}
