import type { InputOf, saveScenario } from '@ozvi/contract'

/* Scenarios that use every kind of step, and what a conversation with them must contain in the end. */

export type Draft = InputOf<typeof saveScenario>['flow']
type Step = NonNullable<Draft['steps']>[number]
const say = (id: string, en: string, next: string): Step => ({ id, kind: 'message', text: { en }, next })

interface Targets {
  tag_id: string
  field_id: string
  user_id: string
  http_url: string
  second_id: string
}

/** A question that the assistant can answer. */
export const asked = { question: 'Do you repair bicycles?', answer: 'Yes, we repair bicycles on Fridays.' }

export function everyStep({ tag_id, field_id, user_id, http_url, second_id }: Targets): Draft {
  const steps: Step[] = [
    say('hello', 'Welcome', 'tag'),
    { id: 'tag', kind: 'add_tags', tag_ids: [tag_id], next: 'ask' },
    { id: 'ask', kind: 'question', text: { en: 'Which wish?' }, save_as: { variable: 'wish' }, next: 'own' },
    { id: 'own', kind: 'set_field', target: 'variable', name: 'size', value: 'big', next: 'company' },
    {
      id: 'company',
      kind: 'set_field',
      target: 'contact',
      name: 'company',
      value: '{{wish}}',
      next: 'order',
    },
    {
      id: 'order',
      kind: 'set_field',
      target: 'conversation',
      name: field_id,
      value: '{{wish}}',
      next: 'urgent',
    },
    { id: 'urgent', kind: 'set_priority', priority: 'high', next: 'assign' },
    { id: 'assign', kind: 'assign', member_id: user_id, next: 'note' },
    { id: 'note', kind: 'note', body: 'Wants {{wish}}', next: 'mail' },
    {
      id: 'mail',
      kind: 'email_team',
      member_ids: [user_id],
      subject: 'Wish {{wish}}',
      body: 'Look',
      next: 'pick',
    },
    {
      id: 'pick',
      kind: 'buttons',
      text: { en: 'Choose one' },
      buttons: [{ id: 'tea', text: { en: 'Tea' }, next: 'cups' }],
    },
    {
      id: 'cups',
      kind: 'cards',
      cards: [
        {
          id: 'red',
          title: { en: 'Red cup' },
          text: {},
          buttons: [{ id: 'take', text: { en: 'Take it' }, next: 'form' }],
        },
      ],
    },
    {
      id: 'form',
      kind: 'form',
      text: { en: 'Who are you?' },
      fields: [
        { id: 'name', text: { en: 'Name' }, save_as: { contact_field: 'name' } },
        { id: 'email', kind: 'email', text: { en: 'Email' }, save_as: { contact_field: 'email' } },
        { id: 'consent', kind: 'consent', text: { en: 'You may call me' } },
      ],
      next: 'split',
    },
    { id: 'split', kind: 'split', arms: ['a', 'b'].map((id) => ({ id, weight: 1, next: 'branch' })) },
    {
      id: 'branch',
      kind: 'branch',
      cases: [
        {
          id: 'big',
          match: 'all',
          conditions: [{ subject: 'variable', name: 'size', operator: 'is', value: 'big' }],
          next: 'jump',
        },
      ],
      otherwise: 'team',
    },
    { id: 'jump', kind: 'go_to', to: 'stock' },
    {
      id: 'stock',
      kind: 'http_request',
      method: 'POST',
      url: http_url,
      body: '{"email":"{{contact.email}}"}',
      map: [{ path: 'state', variable: 'stock' }],
      ok: 'person',
      failed: 'team',
    },
    {
      id: 'person',
      kind: 'hubspot_contact',
      properties: [{ property: 'jobtitle', value: '{{wish}}' }],
      ok: 'ticket',
      failed: 'team',
    },
    {
      id: 'ticket',
      kind: 'hubspot_ticket',
      subject: 'Call {{contact.email}}',
      content: '{{wish}}',
      ok: 'in_stock',
      failed: 'team',
    },
    say('in_stock', 'In stock: {{stock}}', 'what'),
    { id: 'what', kind: 'question', text: { en: 'What else?' }, next: 'look_up' },
    { id: 'look_up', kind: 'assistant', answered: 'pause', not_found: 'team', wants_person: 'team' },
    say('pause', 'One moment', 'wait'),
    { id: 'wait', kind: 'wait', minutes: 1, next: 'team', on_message: 'rate' },
    { id: 'rate', kind: 'rate', text: { en: 'How was it?' }, next: 'nap' },
    // Ends when its timer fires.
    { id: 'nap', kind: 'wait', minutes: 2, next: 'awake' },
    say('awake', 'Thank you for waiting', 'second'),
    { id: 'second', kind: 'run_scenario', scenario_id: second_id },
    { id: 'team', kind: 'hand_over', reason: 'Something failed' },
  ]
  const variables = ['wish', 'size', 'stock'].map((name) => ({ name, type: 'text' as const }))
  return {
    trigger: { kind: 'conversation_started' },
    locales: ['en'],
    start_step_id: 'hello',
    steps,
    variables,
  }
}
/** Started by the first one. */
export const second: Draft = {
  trigger: { kind: 'manual' },
  locales: ['en'],
  start_step_id: 'bye',
  steps: [say('bye', 'Goodbye', 'end'), { id: 'end', kind: 'end', resolve: true }],
}
/** Started by the customer's message after the end. */
export const third: Draft = {
  trigger: { kind: 'message', words: ['manager'] },
  locales: ['en'],
  start_step_id: 'team',
  steps: [{ id: 'team', kind: 'hand_over', reason: 'Wants the manager' }],
}

/** How the customer reacts to a text of the scenario. */
export const replies: Readonly<
  Record<string, { body: string; button_id?: string; form_values?: Record<string, string | boolean> }>
> = {
  'Which wish?': { body: 'Tea' },
  'Choose one': { body: 'Tea', button_id: 'tea' },
  'Red cup\n- Take it': { body: 'Red cup: Take it', button_id: 'take' },
  'Who are you?': { body: '', form_values: { name: 'Eva Nová', consent: true } },
  'What else?': { body: asked.question },
  'One moment': { body: 'I am still here' },
  'How was it?': { body: '4 – Good', button_id: '4' },
  Goodbye: { body: 'The manager, please' },
}
/** The texts of the scenarios, in order. */
export const said = [
  'Welcome',
  ...Object.keys(replies).slice(0, 4),
  'In stock: plenty',
  ...Object.keys(replies).slice(4, -1),
  'Thank you for waiting',
  'Goodbye',
]
/** What the team sees, in order. */
export const events = [
  'scenario_started',
  'tags_changed',
  'fields_changed',
  'priority_changed',
  'assigned',
  'scenario_ended',
  'scenario_started',
  'status_changed',
  'scenario_ended',
  'reopened',
  'scenario_started',
  'scenario_ended',
]
