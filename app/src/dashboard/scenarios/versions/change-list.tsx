import type { Flow, Step } from '@ozvi/contract'
import { type FieldChange, type FlowChange, flowChanges } from '@ozvi/contract/scenario-difference'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { changedPart } from './changed-part.ts'
import { matchLabels } from '../editor/match-labels.ts'
import { type EditorParts, useEditorParts } from '../editor/editor-context.ts'
import { stepTitle } from '../editor/step-text.ts'

interface Flows {
  before: Flow
  after: Flow
}
/** What publishing a flow changes, in words: “Changed the question in step 4”. */
export function ChangeList({ before, after }: Flows) {
  const t = useT()
  const { references } = useEditorParts()
  const changes = flowChanges(before, after)
  const lines = changes.flatMap((change) => linesOf(change, { before, after }, references, t))
  if (lines.length === 0) return <p className="text-base text-muted">{t('scenarios.changes_none')}</p>
  return (
    <section aria-label={t('scenarios.changes')}>
      <h3 className="text-sm font-medium">{t('scenarios.changes')}</h3>
      <ul className="mt-1 flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
        {lines.map(({ text, values }, index) => (
          <li key={index} className="wrap-anywhere">
            {text}
            {values && <span className="block text-muted">{values}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Line {
  text: string
  /** The old and the new value, if both can be read. */
  values?: string | undefined
}
const findStep = ({ steps }: Flow, id: string): { step: Step; number: number } | undefined => {
  const index = steps.findIndex((each) => each.id === id)
  const step = steps[index]
  return step && { step, number: index + 1 }
}

function stepName(flow: Flow, id: string | null | undefined, t: Translate): string | undefined {
  const found = id ? findStep(flow, id) : undefined
  return found && `${found.number}. ${stepTitle(found.step, t)}`
}

function linesOf(
  change: FlowChange,
  flows: Flows,
  references: EditorParts['references'],
  t: Translate,
): Line[] {
  switch (change.kind) {
    case 'step_added':
    case 'step_removed': {
      const found = findStep(change.kind === 'step_added' ? flows.after : flows.before, change.step_id)
      const name = found ? stepTitle(found.step, t) : t(`scenarios.step_${change.step_kind}`)
      return [{ text: t(`scenario-changes.${change.kind}`, { number: found?.number ?? 0, name }) }]
    }
    case 'step_changed': {
      const [old, found] = [findStep(flows.before, change.step_id), findStep(flows.after, change.step_id)]
      if (!old || !found) return []
      return change.fields
        .filter(isShown)
        .map((field) => fieldLine(field, { ...found, old: old.step }, flows, references, t))
    }
    case 'variable_added':
    case 'variable_removed':
    case 'variable_changed':
      return [{ text: t(`scenarios.change_${change.kind}`, { name: change.variable.name }) }]
    case 'locales':
      return [
        {
          text: t('scenario-changes.locales'),
          values: `${change.before.join(', ')} → ${change.after.join(', ')}`,
        },
      ]
    case 'start_step':
      return [
        {
          text: t('scenarios.change_start_step'),
          values: stepName(flows.after, flows.after.start_step_id, t),
        },
      ]
    case 'goal_step':
      return [
        { text: t('scenarios.change_goal_step'), values: stepName(flows.after, flows.after.goal_step_id, t) },
      ]
    case 'audience':
      return audienceLines(change.fields, flows, t)
    default:
      return [{ text: t(`scenarios.change_${change.kind}`) }]
  }
}

/** Groups are numbered as the editor numbers them. */
function audienceLines(fields: readonly FieldChange[], flows: Flows, t: Translate): Line[] {
  const numberIn = ({ audience }: Flow, id: string) =>
    (audience.groups?.findIndex((group) => group.id === id) ?? -1) + 1
  const lines = fields.flatMap(({ path, before, after }): Line[] => {
    const [list, id = '', part] = path.split('.')
    if (list === 'match') return matchLines(flows, t)
    if (list !== 'groups') return [{ text: t('scenario-changes.audience_conditions') }]
    if (part === undefined && after === undefined)
      return [{ text: t('scenario-changes.group_removed', { number: numberIn(flows.before, id) }) }]
    const change = part === undefined && before === undefined ? 'group_added' : 'group_changed'
    return [{ text: t(`scenario-changes.${change}`, { number: numberIn(flows.after, id) }) }]
  })
  // Both the match and the conditions of a group may have changed.
  return lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index)
}

/** The match of an audience matters if it joins conditions and groups. */
function matchLines({ before, after }: Flows, t: Translate): Line[] {
  const audiences = [before.audience, after.audience]
  const isJoined = audiences.some(({ conditions, groups = [] }) => conditions.length + groups.length > 1)
  if (!isJoined) return []
  const hasGroups = audiences.some(({ groups = [] }) => groups.length > 0)
  const labels = matchLabels(t, hasGroups)
  return [
    {
      text: t(hasGroups ? 'scenario-changes.audience_match_groups' : 'scenario-changes.audience_match'),
      values: audiences.map(({ match }) => labels[match]).join(' → '),
    },
  ]
}

/** The size of an image changes with the image. */
const isShown = ({ path }: FieldChange) => !path.endsWith('image.width') && !path.endsWith('image.height')
const hasWords = ({ path }: FieldChange) => !path.endsWith('image.id')

function fieldLine(
  field: FieldChange,
  { old, step, number }: { old: Step; step: Step; number: number },
  flows: Flows,
  references: EditorParts['references'],
  t: Translate,
): Line {
  const { before, after } = field
  const isAdded = before === undefined || before === ''
  const isRemoved = after === undefined || after === ''
  const what = changedPart(isRemoved ? old : step, field, flows.after, t)
  const values = [before, after].map((value) => valueText(value, flows, references, t))
  const isShowingValues = hasWords(field) && values.every((value) => value !== undefined)
  const [change, shownValues] =
    isAdded || isRemoved
      ? ([isAdded ? 'added' : 'removed', values.find(Boolean)] as const)
      : (['changed', values.map((value) => value || '–').join(' → ')] as const)
  return {
    text: t(`scenario-changes.field_${change}`, { what, number }),
    values: isShowingValues ? shownValues : undefined,
  }
}

/** A value in words; undefined if it has none, such as the headers of a request. */
function valueText(
  value: FieldChange['before'],
  { before, after }: Flows,
  references: EditorParts['references'],
  t: Translate,
): string | undefined {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return t(value ? 'scenario-changes.yes' : 'scenario-changes.no')
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
  const found = findStep(after, value) ?? findStep(before, value)
  if (found) return `${found.number}. ${stepTitle(found.step, t)}`
  const { members, teams, tags, scenarios, contactFields, conversationFields } = references
  const all = [...members, ...teams, ...tags, ...scenarios, ...contactFields, ...conversationFields]
  return all.find((option) => option.value === value)?.label ?? value
}
