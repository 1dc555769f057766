import { setTimeout as sleep } from 'node:timers/promises'
import { isoNow } from '#platform/context/iso-now.ts'
import { HubspotError } from '../client.ts'
import { cut, isClosed, linkOf, noteHtml, ticketText } from './conversation-content.ts'
import * as store from './conversation-store.ts'
import type { TicketStages } from '../crm-objects.ts'
import { recordChanges } from '../sync/ledger.ts'
import { isRejection, type Run } from '../sync/records.ts'

const rows_at_once = 20
const lines_max = 200
const attempts_max = 3
const subject_chars_max = 250
const backoff_ms = 300

type FindStages = () => Promise<TicketStages | undefined>

async function propertiesOf(run: Run, row: store.Sendable, stages: FindStages) {
  const lines = await store.listLines(run.ctx.db, row, lines_max)
  const link = linkOf(run.ctx.config.app_url, row)
  const isComplete = lines.length < lines_max
  if (row.kind === 'note')
    return {
      hs_note_body: noteHtml(row, lines, link, isComplete),
      ...(row.hubspot_id ? {} : { hs_timestamp: isoNow(run.ctx) }),
    }
  const closes = isClosed(row)
  // The stage is set when the conversation is resolved or reopened; in between the team may move the ticket.
  const known = closes === row.is_closed ? undefined : await stages()
  const stage = closes ? known?.closed : known?.open
  return {
    content: ticketText(row, lines, link, isComplete),
    ...(row.hubspot_id ? {} : { subject: cut(row.subject, subject_chars_max) }),
    ...(known && stage ? { hs_pipeline: known.pipeline, hs_pipeline_stage: stage } : {}),
  }
}

/** Whether a text has the link to the conversation. In tickets of scenarios, `#` and the step follow it. */
const isOf =
  ({ conversation_id }: store.Sendable) =>
  (body: string) =>
    body.includes(conversation_id) && !body.includes(`${conversation_id}#`)

/** Creates an object once: after a failure, the object may exist, so it is looked for. */
async function createIfMissing(
  { crm, ctx }: Run,
  row: store.Sendable,
  properties: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  if (!row.is_creating) await ctx.transaction((tx) => store.markCreating(tx, row))
  for (let attempt = 1; ; attempt++) {
    try {
      return await crm.createObject(row.kind, row.contact_hubspot_id, properties)
    } catch (error) {
      if (!(error instanceof HubspotError) || error.failure !== 'unavailable' || attempt >= attempts_max)
        throw error
    }
    await sleep(backoff_ms * attempt, undefined, { signal })
    const found = await crm.findObject(row.kind, row.contact_hubspot_id, isOf(row))
    if (found) return found
  }
}

async function send(run: Run, row: store.Sendable, stages: FindStages, signal: AbortSignal): Promise<void> {
  const { crm, ctx, hub_id } = run
  const known =
    row.hubspot_id ??
    (row.is_creating ? await crm.findObject(row.kind, row.contact_hubspot_id, isOf(row)) : undefined)
  const properties = await propertiesOf(run, row, stages)
  if (known) await crm.updateObject(row.kind, known, properties)
  const hubspot_id = known ?? (await createIfMissing(run, row, properties, signal))
  await ctx.transaction(async (tx) => {
    await store.markSent(tx, row, { hubspot_id, is_closed: isClosed(row), is_creating: false })
    if (row.hubspot_id) return
    const { integration_id, contact_id, kind } = row
    await recordChanges(
      tx,
      integration_id,
      [{ hub_id, contact_id, object: kind, direction: 'out', action: 'created' }],
      isoNow(ctx),
    )
  })
}

/** For an object that HubSpot rejects or that was deleted there. It isn't sent again until the conversation changes. */
const giveUp = ({ ctx, hub_id }: Run, row: store.Sendable) =>
  ctx.transaction(async (tx) => {
    await store.markSent(tx, row, {})
    const { integration_id, contact_id, kind } = row
    await recordChanges(
      tx,
      integration_id,
      [{ hub_id, contact_id, object: kind, direction: 'out', action: 'skipped', reason: 'rejected' }],
      isoNow(ctx),
    )
  })

/** Writes the conversations that have changed to their contacts in HubSpot. */
export async function sendConversations(
  run: Run,
  kinds: readonly store.ConversationObject[],
  signal: AbortSignal,
): Promise<void> {
  if (kinds.length === 0) return
  const { ctx, hub_id, sync } = run
  let known: Promise<TicketStages | undefined> | undefined
  const stages = () => (known ??= run.crm.ticketStages())
  for (;;) {
    const account = { integration_id: sync.integration_id, hub_id }
    const rows = await store.listSendable(ctx.db, account, kinds, rows_at_once)
    for (const row of rows) {
      signal.throwIfAborted()
      try {
        await send(run, row, stages, signal)
      } catch (error) {
        if (!isRejection(error)) throw error
        await giveUp(run, row)
      }
    }
    if (rows.length < rows_at_once) return
  }
}
