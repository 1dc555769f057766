import type { Flow } from '@ozvi/contract'
import { type FieldChange, type FlowChange, flowChanges } from '@ozvi/contract/scenario-difference'
import { useT } from '#platform/i18n/provider.tsx'
import { useEditorParts } from './editor-context.ts'
import { stepTitle } from './step-text.ts'

/** What publishing a flow changes, in words. */
export function ChangeList({ before, after }: { before: Flow; after: Flow }) {
  const t = useT()
  const changes = flowChanges(before, after)
  if (changes.length === 0) return <p className="text-base text-muted">{t('scenarios.changes_none')}</p>
  return (
    <section aria-label={t('scenarios.changes')}>
      <h3 className="text-sm font-medium">{t('scenarios.changes')}</h3>
      <ul className="mt-1 flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
        {changes.map((change, index) => (
          <li key={index}>
            <ChangeText change={change} />
            {'fields' in change && (
              <ul className="mt-0.5 flex flex-col gap-0.5 pl-3 text-muted">
                {change.fields.map((field) => (
                  <li key={field.path} className="wrap-anywhere">
                    <FieldText field={field} flows={[before, after]} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChangeText({ change }: { change: FlowChange }) {
  const t = useT()
  const { flow } = useEditorParts()
  switch (change.kind) {
    case 'step_added':
    case 'step_removed':
    case 'step_changed': {
      const name = change.title || t(`scenarios.step_${change.step_kind}`)
      const number = flow.steps.findIndex(({ id }) => id === change.step_id) + 1
      return t(`scenarios.change_${change.kind}`, { name: number > 0 ? `${number}. ${name}` : name })
    }
    case 'variable_added':
    case 'variable_removed':
    case 'variable_changed':
      return t(`scenarios.change_${change.kind}`, { name: change.variable.name })
    case 'locales':
      return `${t('scenarios.languages')}: ${change.before.join(', ')} → ${change.after.join(', ')}`
    default:
      return t(`scenarios.change_${change.kind}`)
  }
}

/** A field with its old and new value; the targets of connections are named. */
function FieldText({
  field: { path, before, after },
  flows,
}: {
  field: FieldChange
  flows: readonly Flow[]
}) {
  const t = useT()
  const textOf = (value: FieldChange['before']): string => {
    if (value === undefined || value === null || value === '') return '–'
    if (typeof value === 'object') return JSON.stringify(value)
    const step = flows.flatMap(({ steps }) => steps).find(({ id }) => id === value)
    return step ? stepTitle(step, t) : String(value)
  }
  return (
    <>
      <code>{path}</code>: {textOf(before)} → {textOf(after)}
    </>
  )
}
