import type { Step, StepOf } from '@ozvi/contract'

/** A way out of a step. Keys of lists contain the id of their item: `buttons.yes`. */
export interface Edge {
  key: string
  to: string | null
}

/** Ways out that are fields of the step itself, by kind. */
const plainKeys = {
  message: ['next'],
  buttons: [],
  cards: ['next'],
  question: ['next', 'fallback'],
  form: ['next'],
  rate: ['next', 'skipped'],
  branch: ['otherwise'],
  split: [],
  wait: ['next', 'on_message'],
  assistant: ['answered', 'not_found', 'wants_person'],
  set_field: ['next'],
  add_tags: ['next'],
  set_priority: ['next'],
  assign: ['next'],
  note: ['next'],
  email_team: ['next'],
  hand_over: [],
  http_request: ['ok', 'failed'],
  hubspot_contact: ['ok', 'failed'],
  hubspot_ticket: ['ok', 'failed'],
  go_to: ['to'],
  run_scenario: [],
  end: [],
} as const satisfies Record<Step['kind'], readonly string[]>

/** Edges that may stay open: the engine then hands over or continues elsewhere. */
const optionalKeys = ['fallback', 'skipped', 'on_message', 'not_found', 'wants_person']
export const isOptionalEdge = (key: string) => optionalKeys.includes(key)

/** Buttons of cards that continue the run. Their ids are unique in all cards of a step. */
const cardButtons = ({ cards }: StepOf<'cards'>) =>
  cards.flatMap(({ buttons }) => buttons.filter(({ action }) => action === 'next'))

const items = (step: Step): { list: string; items: readonly { id: string; next: string | null }[] } => {
  if (step.kind === 'buttons') return { list: 'buttons', items: step.buttons }
  if (step.kind === 'cards') return { list: 'cards', items: cardButtons(step) }
  if (step.kind === 'branch') return { list: 'cases', items: step.cases }
  if (step.kind === 'split') return { list: 'arms', items: step.arms }
  return { list: '', items: [] }
}

/** All ways out of a step, in the order in which they are shown. */
export function edgesOf(step: Step): Edge[] {
  const { list, items: of } = items(step)
  // A page of an earlier build doesn't know new kinds.
  const known: Partial<typeof plainKeys> = plainKeys
  // The table above names fields of this kind that hold an edge.
  const values = step as unknown as Record<string, string | null>
  return [
    ...of.map(({ id, next }) => ({ key: `${list}.${id}`, to: next })),
    ...(step.kind === 'cards' && of.length > 0
      ? []
      : (known[step.kind] ?? []).map((key) => ({ key, to: values[key] ?? null }))),
  ]
}

/** The step with one of its ways out leading elsewhere. Unknown keys change nothing. */
export function withEdge(step: Step, key: string, to: string | null): Step {
  const [list, id] = key.split('.')
  const change = <T extends { id: string }>(items: T[]) =>
    items.map((item) => (item.id === id ? { ...item, next: to } : item))
  if (step.kind === 'buttons' && list === 'buttons') return { ...step, buttons: change(step.buttons) }
  if (step.kind === 'cards' && list === 'cards')
    return { ...step, cards: step.cards.map((card) => ({ ...card, buttons: change(card.buttons) })) }
  if (step.kind === 'branch' && list === 'cases') return { ...step, cases: change(step.cases) }
  if (step.kind === 'split' && list === 'arms') return { ...step, arms: change(step.arms) }
  return edgesOf(step).some((edge) => edge.key === key) ? { ...step, [key]: to } : step
}

/** The step with every way out changed. */
export const mapEdges = (step: Step, next: (to: string | null) => string | null): Step =>
  edgesOf(step).reduce((changed, { key, to }) => withEdge(changed, key, next(to)), step)

/** The way out that a step inserted after this one takes over. */
export const mainEdge = (step: Step): Edge | undefined =>
  edgesOf(step).find(({ key }) => key === 'next' || key === 'answered' || key === 'ok') ??
  edgesOf(step).find(({ to }) => to === null)
