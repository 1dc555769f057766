import type { Flow, FlowText, Step, StepOf } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import type { IconName } from '#ui/icon.tsx'

/** A text in the first language that has one. */
export const anyText = (text: FlowText, locales: Flow['locales']): string =>
  locales.map((locale) => text[locale]?.trim()).find(Boolean) ?? ''

export const stepIcons = {
  message: 'message',
  buttons: 'list',
  cards: 'laptop',
  question: 'help-circle',
  form: 'contact',
  rate: 'smile',
  branch: 'workflow',
  split: 'chevrons-up-down',
  wait: 'clock',
  assistant: 'bot',
  set_field: 'pencil',
  add_tags: 'tag',
  set_priority: 'flag',
  assign: 'user',
  note: 'note',
  email_team: 'mail',
  hand_over: 'users',
  http_request: 'globe',
  hubspot_contact: 'link',
  hubspot_ticket: 'inbox',
  go_to: 'arrow-right',
  run_scenario: 'zap',
  end: 'stop',
} as const satisfies Record<Step['kind'], IconName>

/** A one-line summary of a step; empty if its kind says it all. */
export function stepSummary(step: Step, locales: Flow['locales']): string {
  switch (step.kind) {
    case 'message':
    case 'buttons':
    case 'question':
    case 'form':
    case 'rate':
      return anyText(step.text, locales)
    case 'cards':
      return step.cards
        .map(({ title }) => anyText(title, locales))
        .filter(Boolean)
        .join(', ')
    case 'note':
      return step.body.trim()
    case 'email_team':
    case 'hubspot_ticket':
      return step.subject.trim()
    case 'hubspot_contact':
      return step.properties
        .filter(({ property }) => property !== '')
        .map(({ property, value }) => `${property} = ${value}`)
        .join(', ')
    case 'hand_over':
      return step.reason.trim()
    case 'http_request':
      return step.url && `${step.method} ${step.url}`
    case 'set_field':
      // Fields of contacts and conversations have other names on screen.
      return step.target === 'variable' && step.name ? `${step.name} = ${step.value}` : step.value
    case 'wait':
      return `${step.minutes} min`
    default:
      return ''
  }
}
/** The title of a step, or its kind. */
export const stepTitle = (step: Step, t: Translate): string => step.title || t(`scenarios.step_${step.kind}`)

/** Steps in a list of choices: each with its number in the outline, its title and its text. */
export const stepOptions = ({ steps, locales }: Flow, t: Translate): { value: string; label: string }[] =>
  steps.map((step, index) => {
    const summary = stepSummary(step, locales)
    const numberedTitle = `${index + 1}. ${stepTitle(step, t)}`
    return { value: step.id, label: summary ? `${numberedTitle}: ${summary.slice(0, 40)}` : numberedTitle }
  })

/** The name of a connection: a button’s text, a case’s number, or what its key means. */
export function edgeName(step: Step, key: string, locales: Flow['locales'], t: Translate): string {
  const id = key.split('.')[1]
  if (id === undefined)
    return key === 'to' ? t('scenarios.edge_to_step') : t(`scenarios.edge_${plainEdge(key)}`)
  const indexIn = (list: readonly { id: string }[]) => list.findIndex((item) => item.id === id) + 1
  if (step.kind === 'branch') return t('scenarios.case', { number: indexIn(step.cases) })
  if (step.kind === 'split') return t('scenarios.arm', { number: indexIn(step.arms) })
  if (step.kind === 'cards') return cardButtonName(step, id, locales, t)
  if (step.kind !== 'buttons') return ''
  const number = indexIn(step.buttons)
  const button = step.buttons[number - 1]
  return (button && anyText(button.text, locales)) || t('scenarios.button', { number })
}
/** “Small: Choose”; the card is left out if it is the only one. */
function cardButtonName(
  { cards }: StepOf<'cards'>,
  id: string,
  locales: Flow['locales'],
  t: Translate,
): string {
  const at = cards.findIndex(({ buttons }) => buttons.some((button) => button.id === id))
  const card = cards[at]
  if (!card) return ''
  const index = card.buttons.findIndex((button) => button.id === id)
  const text = anyText(card.buttons[index]?.text ?? {}, locales)
  const button = text || t('scenarios.button', { number: index + 1 })
  if (cards.length === 1) return button
  return `${anyText(card.title, locales) || t('scenarios.card', { number: at + 1 })}: ${button}`
}
/** Keys of connections that steps have once. */
export const plainEdges = [
  'next',
  'fallback',
  'skipped',
  'otherwise',
  'on_message',
  'answered',
  'not_found',
  'wants_person',
  'ok',
  'failed',
] as const
const plainEdge = (key: string) => plainEdges.find((each) => each === key) ?? 'next'
