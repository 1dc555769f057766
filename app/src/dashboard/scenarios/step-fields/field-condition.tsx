import type { FormField } from '@ozvi/contract'
import { consentGiven } from '@ozvi/contract/scenario-form-fields'
import { useT } from '#platform/i18n/provider.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'
import { anyText } from '../editor/step-text.ts'

/** When a field of a form is shown: always, or if an earlier choice or consent has a value. */
export function FieldCondition({
  field,
  earlier,
  onChange,
}: {
  field: FormField
  earlier: readonly FormField[]
  onChange: (field: FormField) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
  const { shown_if } = field
  const options = earlier.flatMap((other, index) => {
    const name = anyText(other.text, flow.locales) || t('scenarios.form_field', { number: index + 1 })
    if (other.kind === 'consent')
      return [
        {
          value: `${other.id} ${consentGiven}`,
          label: t('scenarios.form_if_agreed', { name: name.slice(0, 60) }),
        },
      ]
    if (other.kind !== 'choice') return []
    return other.choices.map((choice, index) => ({
      value: `${other.id} ${choice.id}`,
      label: t('scenarios.form_if_chosen', {
        name,
        choice: anyText(choice.text, flow.locales) || t('scenarios.choice', { number: index + 1 }),
      }),
    }))
  })
  if (options.length === 0 && !shown_if) return null
  return (
    <Labeled label={t('scenarios.form_shown')}>
      <Choice
        value={shown_if ? `${shown_if.field_id} ${shown_if.value}` : ''}
        options={[{ value: '', label: t('scenarios.form_shown_always') }, ...options]}
        onChange={(chosen) => {
          const [field_id = '', value = ''] = chosen.split(' ')
          onChange({ ...field, shown_if: chosen ? { field_id, value } : null })
        }}
      />
    </Labeled>
  )
}
