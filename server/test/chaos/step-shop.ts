import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  authorizeHubspot,
  connectHubspot,
  createConversationField,
  createQuestionSource,
  createTag,
  getContact,
  getConversation,
  getDataSource,
  listMessages,
  listScenarioRuns,
  listVisitorMessages,
  type Message,
  publishScenario,
  saveScenario,
  sendVisitorMessage,
  updateHubspotSettings,
} from '@ozvi/contract'
import type { CrmStore } from '../fakes/hubspot-objects.ts'
import type { FakeHubspot } from '../fakes/hubspot.ts'
import { newOwner, type Owner, readMails, retryUntilOk, type Visitor } from './caller.ts'
import { until } from './environment.ts'
import type { ServerPlace } from './server-process.ts'
import { asked, type Draft, events, everyStep, replies, said, second, third } from './step-flow.ts'

/*
 * A workspace whose scenarios use every type of step, its customers, and the expected results.
 */

/** A workspace with the scenarios. */
export async function prepare(place: ServerPlace, hubspot: FakeHubspot, http_url: string) {
  const owner = await newOwner(place, 'owner')
  const { caller, user, integration } = owner
  const of = { integration_id: integration.id }
  const tag = await caller.call(createTag, { ...of, name: 'Seen' })
  const field = await caller.call(createConversationField, {
    ...of,
    name: 'Order',
    type: 'text',
    options: [],
  })
  const source = crypto.randomUUID()
  await caller.call(createQuestionSource, { ...of, id: source, ...asked, alternatives: [] })
  await until(async () => (await caller.call(getDataSource, { ...of, source_id: source })).status === 'ready')
  await caller.call(updateHubspotSettings, { ...of, sends_tickets: true })
  const { url } = await caller.call(authorizeHubspot, of)
  const granted = hubspot.grant(url).searchParams
  await caller.call(connectHubspot, {
    ...of,
    code: granted.get('code') ?? '',
    state: granted.get('state') ?? '',
  })
  // The permission is kept. Only steps create tickets.
  await caller.call(updateHubspotSettings, { ...of, sends_tickets: false, sends_notes: false })
  const publish = async (name: string, flow: Draft, scenario_id = crypto.randomUUID()) => {
    await caller.call(saveScenario, { ...of, scenario_id, name, flow })
    await caller.call(publishScenario, { ...of, scenario_id })
    return scenario_id
  }
  const second_id = await publish('Second', second)
  const flow = everyStep({ tag_id: tag.id, field_id: field.id, user_id: user.id, http_url, second_id })
  const ids = [await publish('Every step', flow), second_id, await publish('Third', third)]
  return { ...owner, ...of, tag_id: tag.id, field_id: field.id, scenario_ids: ids }
}
export type Shop = Owner & Awaited<ReturnType<typeof prepare>>

/** On a database server the job of a killed process waits until its claim expires, and the machine may be busy. */
const talk_ms = 600_000
/** Delay between requests, so that they don't slow down the server. */
export const poll_ms = 200

/** Writes to the scenarios until the team has the conversation, regardless of kills. */
export async function talk(
  { caller, conversation_id }: Visitor,
  email: string,
  isOver: () => Promise<boolean>,
) {
  const answered = new Set<string>()
  const send = (more: object & { body: string }) => {
    const sent = { conversation_id, id: crypto.randomUUID(), locale: 'en' as const, ...more }
    return retryUntilOk(() => caller.call(sendVisitorMessage, sent))
  }
  const answer = ({ id, body }: Pick<Message, 'id' | 'body'>) => {
    const reply = replies[body]
    answered.add(body)
    if (!reply) return undefined
    const { form_values } = reply
    const hasButton = reply.button_id ?? form_values
    return send({
      ...reply,
      ...(hasButton ? { reply_to: id } : {}),
      ...(form_values ? { form_values: { ...form_values, email } } : {}),
    })
  }
  await send({ body: 'Good morning' })
  return until(
    async () => {
      const thread = await retryUntilOk(() => caller.call(listVisitorMessages, { conversation_id }))
      for (const message of thread)
        if (message.author === 'scenario' && !answered.has(message.body)) await answer(message)
      return isOver()
    },
    talk_ms,
    poll_ms,
  )
}

const differs = (what: string, is: unknown, expected: unknown) =>
  JSON.stringify(is) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`]

/** Every effect of the scenarios, once. */
export async function compare(
  shop: Shop,
  { conversation_id, contact_id }: Visitor,
  crm: CrmStore,
  data_dir: string,
  email: string,
) {
  const { caller, integration_id } = shop
  const of = { integration_id, conversation_id }
  const thread = await retryUntilOk(() => caller.call(listMessages, { ...of, limit: 100 }))
  const row = await retryUntilOk(() => caller.call(getConversation, of))
  const contact = await retryUntilOk(() => caller.call(getContact, { integration_id, contact_id }))
  const bodies = (author: string, kind: string) =>
    thread.filter((entry) => entry.author === author && entry.kind === kind).map(({ body }) => body)
  const runs = await Promise.all(
    shop.scenario_ids.map(async (scenario_id) => {
      const { items } = await retryUntilOk(() =>
        caller.call(listScenarioRuns, { integration_id, scenario_id, limit: '100' }),
      )
      return items.filter((run) => run.conversation_id === conversation_id).map(({ status }) => status)
    }),
  )
  const mails = readMails(path.join(data_dir, 'mailbox')).filter((name) => {
    const text = readFileSync(path.join(data_dir, 'mailbox', name), 'utf8')
    return text.includes('Wish Tea') && text.includes(conversation_id)
  })
  const tickets = [...crm.all('tickets').values()].filter(
    (each) => each.properties['subject'] === `Call ${email}`,
  )
  const records = [...crm.all('contacts').values()].filter((each) => each.properties['email'] === email)
  return [
    ...differs('texts', bodies('scenario', 'text'), said),
    ...differs('notes', bodies('scenario', 'note'), ['Wants Tea', 'Wants the manager']),
    ...differs('answers', bodies('assistant', 'answer').length, 1),
    ...differs('ratings', bodies('contact', 'rating').length, 1),
    ...differs('hand-overs', thread.filter(({ kind }) => kind === 'hand_over').length, 1),
    ...differs(
      'events',
      thread.flatMap(({ details }) => details.event ?? []),
      events,
    ),
    ...differs('runs', runs, [['completed'], ['completed'], ['handed_over']]),
    ...differs('tags', row.tag_ids, [shop.tag_id]),
    ...differs('priority', row.priority, 'high'),
    ...differs('assignee', row.assignee_id, shop.user.id),
    ...differs('field', row.fields[shop.field_id], 'Tea'),
    ...differs('rating', row.rating?.score, 4),
    ...differs('contact', [contact.name, contact.email, contact.company], ['Eva Nová', email, 'Tea']),
    ...differs('emails', mails.length, 1),
    ...differs(
      'HubSpot contacts',
      records.map(({ properties }) => properties['jobtitle']),
      ['Tea'],
    ),
    ...differs('HubSpot tickets', tickets.length, 1),
  ]
}
