import {
  type FormField,
  formFieldKinds,
  formFieldsMax,
  formLabelCharsMax,
  type Step,
  type StepOf,
} from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { FieldCondition } from './field-condition.tsx'
import { FlowTextFields } from './flow-text-fields.tsx'
import { LabelFields } from './label-fields.tsx'
import { Labeled } from './labeled.tsx'
import { newChoice, newField } from '../editor/new-step.ts'
import { SaveAsFields } from './save-as-fields.tsx'

interface FormFieldsProps {
  step: StepOf<'form'>
  onChange: (step: Step) => void
}
/** The fields of a form, in their order. */
export function FormFields({ step, onChange }: FormFieldsProps) {
  const t = useT()
  const { fields } = step
  const change = (list: FormField[]) => onChange({ ...step, fields: list })
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field, index) => (
        <section
          key={field.id}
          aria-label={t('scenarios.form_field', { number: index + 1 })}
          className="flex flex-col gap-3 rounded-card border border-line p-3"
        >
          <div className="flex items-center gap-1">
            <h3 className="flex-1 text-sm font-medium">{t('scenarios.form_field', { number: index + 1 })}</h3>
            <IconButton
              icon="arrow-up"
              size="sm"
              disabled={index === 0}
              label={t('scenarios.form_field_up', { number: index + 1 })}
              onClick={() => change(fields.toSpliced(index, 1).toSpliced(index - 1, 0, field))}
            />
            <IconButton
              icon="x"
              size="sm"
              label={t('scenarios.form_field_remove', { number: index + 1 })}
              onClick={() => change(fields.toSpliced(index, 1))}
            />
          </div>
          <FieldForm
            field={field}
            earlier={fields.slice(0, index)}
            onChange={(next) => change(fields.with(index, next))}
          />
        </section>
      ))}
      {fields.length < formFieldsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => change([...fields, newField()])}>
            {t('scenarios.form_field_add')}
          </Button>
        </div>
      )}
    </div>
  )
}

function FieldForm({
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
  const isConsent = field.kind === 'consent'
  return (
    <>
      <Labeled label={t('scenarios.form_field_kind')}>
        <Choice
          value={field.kind}
          options={formFieldKinds.map((value) => ({ value, label: t(`scenarios.answer_${value}`) }))}
          onChange={(chosen) =>
            onChange({ ...field, kind: formFieldKinds.find((kind) => kind === chosen) ?? field.kind })
          }
        />
      </Labeled>
      <FlowTextFields
        label={t(isConsent ? 'scenarios.form_consent_text' : 'scenarios.form_label')}
        locales={flow.locales}
        text={field.text}
        maxLength={formLabelCharsMax}
        isMultiline={isConsent}
        onChange={(text) => onChange({ ...field, text })}
      />
      {field.kind === 'choice' && (
        <LabelFields
          name="choice"
          labels={field.choices}
          create={newChoice}
          onChange={(choices) => onChange({ ...field, choices })}
        />
      )}
      <Checkbox
        label={t(isConsent ? 'scenarios.form_consent_required' : 'scenarios.form_required')}
        checked={field.is_required}
        onChange={({ target }) => onChange({ ...field, is_required: target.checked })}
      />
      <FieldCondition field={field} earlier={earlier} onChange={onChange} />
      <SaveAsFields value={field.save_as} onChange={(save_as) => onChange({ ...field, save_as })} />
    </>
  )
}
