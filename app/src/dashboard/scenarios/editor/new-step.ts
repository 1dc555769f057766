import {
  type CardButton,
  type Flow,
  type FlowCard,
  type FlowConditions,
  type FormField,
  type Step,
  type StepKind,
  stepKinds,
} from '@ozvi/contract'

/** Short and unique within a flow. */
export const newId = () => crypto.randomUUID().slice(0, 8)

/** Kinds of steps in the palette, by group. */
const paletteGroups = [
  {
    name: 'talk',
    kinds: ['message', 'buttons', 'cards', 'question', 'form', 'rate', 'assistant', 'hand_over'],
  },
  { name: 'logic', kinds: ['branch', 'split', 'wait', 'go_to', 'run_scenario', 'end'] },
  {
    name: 'data',
    kinds: ['set_field', 'add_tags', 'set_priority', 'assign', 'note', 'email_team', 'http_request'],
  },
  { name: 'hubspot', kinds: ['hubspot_contact', 'hubspot_ticket'] },
] as const satisfies readonly { name: string; kinds: readonly StepKind[] }[]
/** Steps for HubSpot are offered only while it is connected. */
export const paletteGroupsOf = ({ isConnected }: { isConnected: boolean }) =>
  paletteGroups.filter(({ name }) => name !== 'hubspot' || isConnected)
export const isStepKind = (value: string): value is StepKind => stepKinds.some((kind) => kind === value)

/** @param id the same in every call, so that it can be selected after it was added */
export function newStep(kind: StepKind, id = newId()): Step {
  const base = { id, title: '', position: { x: 0, y: 0 } }
  const next = null
  const steps: { [K in StepKind]: Extract<Step, { kind: K }> } = {
    message: { ...base, kind: 'message', text: {}, next },
    buttons: { ...base, kind: 'buttons', text: {}, buttons: [newButton(), newButton()] },
    cards: { ...base, kind: 'cards', cards: [newCard()], next },
    question: {
      ...base,
      kind: 'question',
      text: {},
      answer: 'text',
      choices: [],
      max_retries: 3,
      save_as: { variable: null, contact_field: null },
      next,
      fallback: null,
    },
    form: { ...base, kind: 'form', text: {}, fields: [newField()], next },
    rate: { ...base, kind: 'rate', text: {}, next, skipped: null },
    branch: { ...base, kind: 'branch', cases: [newCase()], otherwise: null },
    split: { ...base, kind: 'split', arms: [newArm(), newArm()] },
    wait: { ...base, kind: 'wait', minutes: 5, next, on_message: null },
    assistant: { ...base, kind: 'assistant', answered: null, not_found: null, wants_person: null },
    set_field: { ...base, kind: 'set_field', target: 'variable', name: '', value: '', next },
    add_tags: { ...base, kind: 'add_tags', tag_ids: [], next },
    set_priority: { ...base, kind: 'set_priority', priority: 'high', next },
    assign: { ...base, kind: 'assign', member_id: null, team_id: null, next },
    note: { ...base, kind: 'note', body: '', next },
    email_team: {
      ...base,
      kind: 'email_team',
      member_ids: [],
      team_id: null,
      subject: '',
      body: '',
      next,
    },
    hand_over: { ...base, kind: 'hand_over', reason: '' },
    http_request: {
      ...base,
      kind: 'http_request',
      method: 'GET',
      url: '',
      headers: [],
      body: '',
      timeout_s: 10,
      map: [],
      ok: null,
      failed: null,
    },
    hubspot_contact: {
      ...base,
      kind: 'hubspot_contact',
      properties: [newProperty()],
      ok: null,
      failed: null,
    },
    hubspot_ticket: { ...base, kind: 'hubspot_ticket', subject: '', content: '', ok: null, failed: null },
    go_to: { ...base, kind: 'go_to', to: null },
    run_scenario: { ...base, kind: 'run_scenario', scenario_id: null },
    end: { ...base, kind: 'end', resolve: false },
  }
  return steps[kind]
}
export const newProperty = () => ({ property: '', value: '' })
export const newButton = () => ({ id: newId(), text: {}, next: null })
export const newCardButton = (): CardButton => ({
  id: newId(),
  text: {},
  action: 'next',
  url: '',
  next: null,
})
export const newCard = (): FlowCard => ({
  id: newId(),
  image: null,
  title: {},
  text: {},
  buttons: [newCardButton()],
})
export const newChoice = () => ({ id: newId(), text: {} })
export const newField = (): FormField => ({
  id: newId(),
  kind: 'text',
  text: {},
  is_required: true,
  choices: [],
  shown_if: null,
  save_as: { variable: null, contact_field: null },
})
export const newArm = () => ({ id: newId(), weight: 1, next: null })
export const newCondition = () => ({
  subject: 'contact' as const,
  name: 'email',
  operator: 'is_set' as const,
  value: '',
})
export const newCase = () => ({
  id: newId(),
  match: 'all' as const,
  conditions: [newCondition()],
  next: null,
})

/** A group of an audience. It has the opposite `match`; with the same one it would change nothing. */
export const newGroup = (match: FlowConditions['match']) => ({
  id: newId(),
  match: match === 'all' ? ('any' as const) : ('all' as const),
  conditions: [newCondition()],
})

/** An empty flow in the languages of the workspace. */
export const newFlow = (locales: Flow['locales']): Flow => ({
  trigger: { kind: 'conversation_started', page: '' },
  audience: { match: 'all', conditions: [] },
  locales,
  variables: [],
  start_step_id: null,
  steps: [],
})
