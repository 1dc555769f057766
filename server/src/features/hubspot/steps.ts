import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { HubspotError, ticketScope } from './client.ts'
import { cut, linkOf } from './conversations/conversation-content.ts'
import { findTarget } from './conversations/conversation-store.ts'
import { openCrm } from './crm.ts'
import { defaultMapping } from './sync/fields.ts'
import { recordChanges } from './sync/ledger.ts'
import { hasPlan } from './plan.ts'
import { isRejection } from './sync/records.ts'
import type { FindClient } from './service.ts'
import { type StepRun, writeContact } from './step-contact.ts'
import { findConnection } from './store.ts'
import { findSettings } from './sync/sync-store.ts'

const content_chars_max = 60_000
const subject_chars_max = 250

/** What a step of a scenario does in HubSpot. */
type HubspotAction =
  | { kind: 'contact'; properties: { name: string; value: string }[] }
  | { kind: 'ticket'; subject: string; content: string }
interface HubspotStep {
  integration_id: string
  conversation_id: string
  /** Stays the same when the step is repeated. */
  id: string
  action: HubspotAction
}
export interface HubspotStepResult {
  ok: boolean
  /** What the team has to change; absent for other failures. */
  failure?: 'hubspot_not_connected' | 'hubspot_tickets_denied'
}
/** @throws HubspotError if it may work later */
export type RunHubspotStep = (
  ctx: Context,
  step: HubspotStep,
  signal: AbortSignal,
) => Promise<HubspotStepResult>

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>

/** Creates the ticket of a step once: one that an earlier attempt created has the step's id in its link. */
async function createTicket(
  run: StepRun,
  { id, conversation_id }: HubspotStep,
  target: Target,
  { subject, content }: Extract<HubspotAction, { kind: 'ticket' }>,
): Promise<boolean> {
  const { ctx, crm, account } = run
  const { integration_id, hub_id } = account
  const contact_hubspot_id = await writeContact(run, target.contact_id, {})
  if (!contact_hubspot_id) return false
  if (await crm.findObject('ticket', contact_hubspot_id, (body) => body.includes(`#${id}`))) return true
  const stages = await crm.ticketStages()
  if (!stages) return false
  const link = `${linkOf(ctx.config.app_url, { integration_id, conversation_id })}#${id}`
  await crm.createObject('ticket', contact_hubspot_id, {
    subject: cut(subject || target.subject, subject_chars_max),
    content: [cut(content, content_chars_max), link].filter(Boolean).join('\n\n'),
    hs_pipeline: stages.pipeline,
    hs_pipeline_stage: stages.open,
  })
  await ctx.transaction((tx) =>
    recordChanges(
      tx,
      integration_id,
      [{ hub_id, contact_id: target.contact_id, object: 'ticket', direction: 'out', action: 'created' }],
      isoNow(ctx),
    ),
  )
  return true
}

/** Carries out steps of scenarios. What HubSpot rejects fails, like what the plan or the connection doesn't allow. */
export const runHubspotStep =
  (find: FindClient): RunHubspotStep =>
  async (ctx, step, signal) => {
    const { integration_id, action } = step
    const client = find(ctx)
    const connection = await findConnection(ctx.db, integration_id)
    if (!client || connection?.status !== 'connected') return { ok: false, failure: 'hubspot_not_connected' }
    if (!(await hasPlan(ctx, integration_id))) return { ok: false }
    if (action.kind === 'ticket' && !connection.scopes.includes(ticketScope))
      return { ok: false, failure: 'hubspot_tickets_denied' }
    const target = await findTarget(ctx.db, step)
    if (!target) return { ok: false }
    const settings = await findSettings(ctx.db, integration_id)
    const run: StepRun = {
      ctx,
      crm: openCrm(ctx, client, integration_id, signal),
      account: { integration_id, hub_id: connection.hub_id },
      mapping: settings?.mapping ?? defaultMapping,
    }
    try {
      if (action.kind === 'ticket') return { ok: await createTicket(run, step, target, action) }
      const properties = Object.fromEntries(action.properties.map(({ name, value }) => [name, value]))
      return { ok: (await writeContact(run, target.contact_id, properties)) !== undefined }
    } catch (error) {
      const isRevoked = error instanceof HubspotError && error.failure === 'revoked'
      if (!isRevoked && !isRejection(error)) throw error
      ctx.log.warn({ err: error, integration_id }, 'hubspot: a step of a scenario failed')
      return isRevoked ? { ok: false, failure: 'hubspot_not_connected' } : { ok: false }
    }
  }
