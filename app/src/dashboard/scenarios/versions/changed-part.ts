import type { Flow, Step, StepOf } from '@ozvi/contract'
import type { FieldChange } from '@ozvi/contract/scenario-difference'
import type { Translate } from '#platform/i18n/translator.ts'
import { edgeName, plainEdges } from '../editor/step-text.ts'

/*
 * Names the part of a step that a change is about: “the question”, “button Delivery”.
 */

const localeNames = new Set(['en', 'sk'])
const sentParts = { message: 'message', buttons: 'message', question: 'question', form: 'message' } as const
const parts = [
  'title',
  'answer',
  'limits',
  'max_retries',
  'save_as',
  'minutes',
  'target',
  'name',
  'value',
  'tag_ids',
  'priority',
  'member_id',
  'team_id',
  'member_ids',
  'subject',
  'body',
  'reason',
  'properties',
  'content',
  'method',
  'url',
  'headers',
  'timeout_s',
  'map',
  'scenario_id',
  'resolve',
] as const
const edgeKeys = new Set<string>([...plainEdges, 'to'])
const lists = ['buttons', 'cards', 'choices', 'fields', 'cases', 'arms'] as const
type List = (typeof lists)[number]

interface Item {
  id: string
  text?: Record<string, string>
  title?: Record<string, string>
}
const itemsOf = (step: Step, list: List): readonly Item[] => {
  // Only kinds with this list have it.
  const lists = step as unknown as Partial<Record<List, Item[]>>
  return lists[list] ?? []
}
/** “Delivery”, or the item's number if it has no text. */
function itemName(step: Step, list: List, id: string, t: Translate): string {
  const items = itemsOf(step, list)
  const index = items.findIndex((item) => item.id === id)
  const { title, text: label = {} } = items[index] ?? {}
  const text = Object.values(title ?? label).find((part) => part.trim() !== '')
  if (text) return t(`scenario-changes.named_${list}`, { name: text })
  return t(`scenario-changes.numbered_${list}`, { number: index + 1 })
}
function listPart(step: Step, list: List, path: readonly string[], flow: Flow, t: Translate): string {
  const [id, field, locale] = path
  if (id === undefined) return t(`scenario-changes.order_${list}`)
  const item = itemName(step, list, id, t)
  if (step.kind === 'cards') return cardPart(step, { id, item, path: path.slice(1) }, flow, t)
  if (field === 'next')
    return t('scenario-changes.part_edge', { name: edgeName(step, `${list}.${id}`, flow.locales, t) })
  if (field === 'weight') return t('scenario-changes.part_weight', { item })
  if (field === 'text') return withLocale(t('scenario-changes.part_text_of', { item }), locale, flow, t)
  return item
}
/** “the link of button Buy of card Small” */
function cardPart(
  { cards }: StepOf<'cards'>,
  { id, item, path }: { id: string; item: string; path: readonly string[] },
  flow: Flow,
  t: Translate,
): string {
  const [field, part, name, locale] = path
  if (field === 'title') return withLocale(t('scenario-changes.part_title_of', { item }), part, flow, t)
  if (field === 'text') return withLocale(t('scenario-changes.part_text_of', { item }), part, flow, t)
  if (field === 'image') return imagePart(t('scenario-changes.part_image_of', { item }), path, flow, t)
  if (field !== 'buttons') return item
  if (part === undefined) return t('scenario-changes.part_buttons_of', { item })
  const buttons = cards.find((card) => card.id === id)?.buttons ?? []
  const index = buttons.findIndex((button) => button.id === part)
  const text = Object.values(buttons[index]?.text ?? {}).find((each) => each?.trim())
  const button = t('scenario-changes.button_of', { button: text ?? String(index + 1), item })
  if (name === 'text')
    return withLocale(t('scenario-changes.part_text_of', { item: button }), locale, flow, t)
  if (name === 'url') return t('scenario-changes.part_link_of', { item: button })
  if (name === 'action') return t('scenario-changes.part_action_of', { item: button })
  if (name === 'next') return t('scenario-changes.part_edge', { name: text ?? String(index + 1) })
  return button
}
/** An image, or its alternative text. */
function imagePart(image: string, [, field, locale]: readonly string[], flow: Flow, t: Translate): string {
  return field === 'alt' ? withLocale(t('scenario-changes.part_alt_of', { image }), locale, flow, t) : image
}
function withLocale(part: string, locale: string | undefined, { locales }: Flow, t: Translate): string {
  if (locales.length < 2 || !localeNames.has(locale ?? '')) return part
  return `${part} (${t(locale === 'sk' ? 'scenario-changes.in_sk' : 'scenario-changes.in_en')})`
}

/** @param step as it is after the change, or before it if it was removed */
export function changedPart(step: Step, { path }: FieldChange, flow: Flow, t: Translate): string {
  const [field = '', ...rest] = path.split('.')
  const list = lists.find((each) => each === field)
  if (list) return listPart(step, list, rest, flow, t)
  if (field === 'text') {
    const sent = step.kind in sentParts ? sentParts[step.kind as keyof typeof sentParts] : 'text'
    return withLocale(t(`scenario-changes.part_${sent}`), rest[0], flow, t)
  }
  if (field === 'image') return imagePart(t('scenario-changes.part_image'), [field, ...rest], flow, t)
  if (edgeKeys.has(field))
    return t('scenario-changes.part_edge', { name: edgeName(step, field, flow.locales, t) })
  if (field === 'body' && step.kind === 'email_team') return t('scenario-changes.part_email')
  if (field === 'body' && step.kind === 'note') return t('scenario-changes.part_note')
  const part = parts.find((each) => each === field)
  return t(part ? `scenario-changes.part_${part}` : 'scenario-changes.part_other')
}
