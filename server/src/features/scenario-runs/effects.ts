import { randomUUID } from 'node:crypto'
import {
  type Conversation,
  type CustomField,
  type FieldValue,
  type MessageFormField,
  Problem,
  scenarioContactFields,
} from '@ozvi/contract'
import {
  type Effect,
  messageCards,
  messageImage,
  type SentCard,
  type SentImage,
} from '@ozvi/contract/scenario-engine'
import { contactFields, saveAnswers } from '#features/contacts'
import {
  type Actor,
  append,
  assignConversationWithTx,
  assignTeamWithTx,
  conversationFields,
  findConversation,
  handOverWithTx,
  rateWithTx,
  setFieldsWithTx,
  setPriorityWithTx,
  setStatusWithTx,
  setTagsWithTx,
} from '#features/conversations'
import type { RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { queueTeamEmail } from './team-email.ts'
import { actorOf, appendFailedStep, reasonOf, sourceOf } from './run-events.ts'
import { askAssistantJob, requestHttpJob, resumeRunJob, writeHubspotJob } from './jobs.ts'

/** Effects that the transaction of a run carries out itself. */
type OwnEffect = Exclude<Effect, { kind: 'run_scenario' }>
interface EffectTarget {
  run: RunRow
  conversation: Conversation
  /** The step that has the effect. */
  step_id: string | null
  /** The rules that caused the run. */
  caused_by: Actor['caused_by']
}

/** A text in the type of a custom field. The field rejects values that don't fit. */
function convert(fields: readonly CustomField[], id: string, value: FieldValue | null): FieldValue | null {
  const type = fields.find((field) => field.id === id)?.type
  if (typeof value !== 'string') return value
  if (type === 'number') return Number(value.replace(/\s/g, '').replace(',', '.'))
  if (type === 'boolean') return ['true', 'yes', 'áno', 'ano', '1'].includes(value.toLowerCase())
  return value
}

async function send(
  ctx: Context,
  tx: Tx,
  run: RunRow,
  entry: {
    kind: 'text' | 'note'
    body: string
    buttons?: { id: string; text: string }[]
    form?: MessageFormField[]
    image?: SentImage
    cards?: SentCard[]
    step_id: string | null
  },
) {
  const { kind, body, buttons = [], form, image, cards, step_id } = entry
  await append(ctx, tx, run, {
    id: randomUUID(),
    kind,
    author: 'scenario',
    body,
    details: {
      ...(buttons.length > 0 ? { buttons } : {}),
      ...(form ? { form } : {}),
      ...(image ? { image: messageImage(run.integration_id, image) } : {}),
      ...(cards ? { cards: messageCards(run.integration_id, cards) } : {}),
      scenario: sourceOf(run, step_id),
    },
    is_visible: kind === 'text',
  })
}

async function setContactField(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id, scenario_id, scenario_name }: RunRow,
  contact_id: string,
  { name, value }: Extract<Effect, { kind: 'set_contact_field' }>,
) {
  const fields = await contactFields.list(tx, integration_id)
  const isBuiltIn = (scenarioContactFields as readonly string[]).includes(name)
  await saveAnswers(
    ctx,
    tx,
    { integration_id, contact_id, conversation_id, scenario: { id: scenario_id, name: scenario_name } },
    isBuiltIn ? { [name]: value } : { fields: { [name]: convert(fields, name, value) } },
  )
}

async function apply(
  ctx: Context,
  tx: Tx,
  { run, conversation, step_id, caused_by }: EffectTarget,
  effect: OwnEffect,
) {
  const { integration_id, conversation_id, id: run_id } = run
  const key = { integration_id, conversation_id }
  const actor = { integration_id, ...actorOf(run), ...(caused_by ? { caused_by } : {}) }
  switch (effect.kind) {
    case 'send':
      return send(ctx, tx, run, { ...effect, kind: 'text', body: effect.text })
    case 'note':
      return send(ctx, tx, run, { kind: 'note', body: effect.body, step_id })
    case 'ask_assistant':
      return tx.enqueue(askAssistantJob, { ...key, run_id, key: effect.key, text: effect.text })
    case 'http_request': {
      const { kind: _kind, step_id: _step, ...request } = effect
      return tx.enqueue(requestHttpJob, { ...key, run_id, request })
    }
    case 'hubspot_contact': {
      const action = { kind: 'contact' as const, properties: effect.properties }
      return tx.enqueue(writeHubspotJob, { ...key, run_id, key: effect.key, action })
    }
    case 'hubspot_ticket': {
      const { subject, content } = effect
      const action = { kind: 'ticket' as const, subject, content }
      return tx.enqueue(writeHubspotJob, { ...key, run_id, key: effect.key, action })
    }
    case 'set_timer': {
      const start_after_s = Math.max(0, Math.ceil((Date.parse(effect.at) - ctx.now()) / 1000))
      return tx.enqueue(resumeRunJob, { ...key, run_id }, { start_after_s })
    }
    // The job finds that the run waits for something else.
    case 'cancel_timer':
      return undefined
    case 'set_contact_field':
      return setContactField(ctx, tx, run, conversation.contact.id, effect)
    case 'set_conversation_field': {
      const previous = await findConversation(tx, key)
      const value = convert(await conversationFields.list(tx, integration_id), effect.name, effect.value)
      return previous && setFieldsWithTx(ctx, tx, actor, previous, { [effect.name]: value })
    }
    case 'add_tags':
      return setTagsWithTx(ctx, tx, actor, { ...key, add: effect.tag_ids, remove: [] })
    case 'set_priority':
      return setPriorityWithTx(ctx, tx, actor, { ...key, priority: effect.priority })
    case 'assign':
      if (effect.team_id) await assignTeamWithTx(ctx, tx, actor, { ...key, team_id: effect.team_id })
      if (effect.member_id)
        await assignConversationWithTx(ctx, tx, actor, { ...key, assignee_id: effect.member_id })
      return undefined
    case 'rate':
      return rateWithTx(ctx, tx, key, effect.score, sourceOf(run, null))
    case 'email_team':
      return queueTeamEmail(tx, run, effect, step_id)
    case 'hand_over':
      if (effect.text) await send(ctx, tx, run, { kind: 'note', body: effect.text, step_id })
      return handOverWithTx(ctx, tx, key, { reason: effect.reason })
    case 'resolve':
      return setStatusWithTx(ctx, tx, actor, { ...key, status: 'resolved' })
  }
}

/**
 * Carries out an effect of a run in its transaction. What is rejected, such as assigning to a member who has
 * left, doesn't stop the run: it is rejected before anything is written, and the team sees which step it was.
 */
export async function applyEffect(
  ctx: Context,
  tx: Tx,
  target: EffectTarget,
  effect: OwnEffect,
): Promise<void> {
  try {
    await apply(ctx, tx, target, effect)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { run, step_id } = target
    const { id: run_id, integration_id } = run
    ctx.log.warn({ err: error, effect: effect.kind, run_id, integration_id }, 'scenarios: effect rejected')
    await appendFailedStep(ctx, tx, run, step_id, reasonOf(error))
  }
}
