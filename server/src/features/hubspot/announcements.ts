import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defaultMapping } from './sync/fields.ts'
import { syncJob } from './jobs.ts'
import * as store from './sync/pending-store.ts'
import { hasPlan } from './plan.ts'

const events_max = 1_000
const ObjectId = z.int().check(z.positive())
const ContactEvent = z.object({
  subscriptionType: z.string(),
  portalId: ObjectId,
  objectId: z.optional(ObjectId),
  propertyName: z.optional(z.string()),
  primaryObjectId: z.optional(ObjectId),
  mergedObjectIds: z.optional(z.array(ObjectId).check(z.maxLength(100))),
  newObjectId: z.optional(ObjectId),
})
type ContactEvent = z.infer<typeof ContactEvent>
/** Events that can't be read, or that are about something else, are ignored. */
export const Events = z.array(z.unknown()).check(z.maxLength(events_max))

const readable = (events: readonly unknown[]): ContactEvent[] =>
  events.flatMap((event) => ContactEvent.safeParse(event).data ?? [])

/** The merged records, first the one whose contact the surviving record belongs to. */
function mergedRecords({ primaryObjectId, mergedObjectIds = [], newObjectId }: ContactEvent) {
  const survivor = newObjectId ?? primaryObjectId
  if (!survivor) return []
  return [...new Set([primaryObjectId, ...mergedObjectIds])].flatMap((id) =>
    id && id !== survivor ? [{ hubspot_id: String(id), merged_into: String(survivor) }] : [],
  )
}

/** Returns the records that an event is about. They are read later, so the order of events doesn't matter. */
function announcementsOf(
  event: ContactEvent,
  properties: ReadonlySet<string>,
  isAutomatic: boolean,
): store.Announcement[] {
  const hubspot_id = event.objectId ? String(event.objectId) : undefined
  switch (event.subscriptionType) {
    case 'contact.merge':
      return mergedRecords(event)
    case 'contact.privacyDeletion':
      return hubspot_id ? [{ hubspot_id, is_erasure: true }] : []
    case 'contact.creation':
    case 'contact.deletion':
    case 'contact.restore':
      return isAutomatic && hubspot_id ? [{ hubspot_id }] : []
    case 'contact.propertyChange':
      return isAutomatic && hubspot_id && properties.has(event.propertyName ?? '') ? [{ hubspot_id }] : []
    default:
      return []
  }
}

/**
 * Queues the records that events are about, for each workspace that is connected with their account. Merged and
 * erased records concern all of them, other changes those that sync automatically.
 */
export async function queueAnnouncements(ctx: Context, unread: readonly unknown[]): Promise<void> {
  const events = readable(unread)
  for (const portal of new Set(events.map(({ portalId }) => portalId)))
    for (const connected of await store.listConnected(ctx.db, String(portal))) {
      const { integration_id, mapping, chosen_names, is_automatic } = connected
      const properties = new Set([
        ...(mapping ?? defaultMapping).map(({ property }) => property),
        ...chosen_names,
      ])
      const isAutomatic = is_automatic && (await hasPlan(ctx, integration_id))
      const announcements = events
        .filter(({ portalId }) => portalId === portal)
        .flatMap((event) => announcementsOf(event, properties, isAutomatic))
      if (announcements.length === 0) continue
      await ctx.transaction(async (tx) => {
        await store.insertPending(tx, { integration_id, hub_id: String(portal) }, announcements)
        await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
      })
    }
}
