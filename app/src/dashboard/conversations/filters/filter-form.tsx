import {
  type FilterText,
  isCustomFieldCondition,
  parseFieldConditions,
  parseFilter,
  serializeFilter,
  serializeConditions,
} from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { type Option, Select } from '#ui/input.tsx'
import { AddCondition, ConditionRows, useConditions } from '#dashboard/filters'
import { useInbox } from '../layout/inbox-context.ts'
import { type ChoiceField, useFilterOptions, useCustomFilterFields } from './filter-labels.ts'

const oneOf = [
  'handler',
  'resolved_by',
  'assignee',
  'team',
  'priority',
  'waiting_min',
  'locale',
] as const satisfies ChoiceField[]
const days = ['created', 'active'] as const

/** Edits all filters of a list. Nothing changes before it is applied. */
export function FilterForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { integration, listParams, setFilter } = useInbox()
  const choices = useFilterOptions(integration.id)
  const [fieldTexts, setAsked] = useState<FilterText>(() => serializeFilter(listParams.filter))
  const rules = useConditions(
    useCustomFilterFields(integration.id),
    parseFieldConditions(listParams.filter.fields ?? ''),
    isCustomFieldCondition,
  )
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const setField = (field: keyof FilterText, value: string) =>
    setAsked(({ [field]: _, ...otherTexts }) => (value ? { ...otherTexts, [field]: value } : otherTexts))
  const labels = {
    ...Object.fromEntries(oneOf.map((field) => [field, t(`search.${field}`)])),
    ...Object.fromEntries(
      days.flatMap((name) => [
        [`${name}_from`, t(`search.${name}_from`)],
        [`${name}_to`, t(`search.${name}_to`)],
      ]),
    ),
  }
  const apply = () => {
    const reversed = days.find(
      (name) => (fieldTexts[`${name}_from`] ?? '') > (fieldTexts[`${name}_to`] ?? '9999-12-31'),
    )
    if (reversed) {
      const sentence = t('search.reversed')
      return setProblem({ message: sentence, errors: { [`${reversed}_to`]: [sentence] } })
    }
    const customConditions = rules.finish()
    if (!customConditions) return
    setFilter(parseFilter({ ...fieldTexts, fields: serializeConditions(customConditions) }))
    onDone()
  }
  return (
    <Form id="filter" labels={labels} problem={problem} onSubmit={apply} className="gap-4">
      {(['status', 'tag'] as const).map(
        (field) =>
          choices[field].length > 0 && (
            <ChoiceBoxes
              key={field}
              field={field}
              selected={fieldTexts[field]?.split(',') ?? []}
              choices={choices[field]}
              onChange={(values) => setField(field, values.join())}
            />
          ),
      )}
      <div className="grid gap-4 sm:grid-cols-4">
        {oneOf.map((field) => (
          <ChoiceSelect
            key={field}
            field={field}
            value={String(fieldTexts[field] ?? '')}
            choices={choices[field]}
            onChange={(value) => setField(field, value)}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {days.map((name) => (
          <DayRange key={name} name={name} texts={fieldTexts} onChange={setField} />
        ))}
      </div>
      {(rules.fields.length > 0 || rules.rows.length > 0) && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 text-base font-medium">{t('segments.fields_own')}</legend>
          <ConditionRows conditions={rules} />
          <div>
            <AddCondition conditions={rules} />
          </div>
        </fieldset>
      )}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-raised px-4 py-3">
        <Button
          onClick={() => {
            setFilter({})
            onDone()
          }}
        >
          {t('search.clear')}
        </Button>
        <Button type="submit" variant="primary">
          {t('search.apply')}
        </Button>
      </div>
    </Form>
  )
}

interface ChoiceBoxesProps {
  field: 'status' | 'tag'
  selected: readonly string[]
  choices: readonly Option[]
  onChange: (values: string[]) => void
}
/** Any number of choices; the list scrolls if there are many. */
function ChoiceBoxes({ field, selected, choices, onChange }: ChoiceBoxesProps) {
  const t = useT()
  return (
    <fieldset>
      <legend className="mb-1.5 text-base font-medium">{t(`search.${field}`)}</legend>
      <div className="grid max-h-40 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto sm:max-h-28 sm:grid-cols-4">
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            name={`${field}_${value}`}
            label={<span className="break-words">{label}</span>}
            checked={selected.includes(value)}
            onChange={({ target }) =>
              onChange([...selected.filter((each) => each !== value), ...(target.checked ? [value] : [])])
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function ChoiceSelect({
  field,
  value,
  choices,
  onChange,
}: {
  field: ChoiceField
  value: string
  choices: readonly Option[]
  onChange: (value: string) => void
}) {
  const t = useT()
  const isListed = value === '' || choices.some((choice) => choice.value === value)
  return (
    <Field name={field}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('search.any')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {!isListed && <option value={value}>{t('search.as_in_address')}</option>}
      </Select>
    </Field>
  )
}

function DayRange({
  name,
  texts,
  onChange,
}: {
  name: (typeof days)[number]
  texts: FilterText
  onChange: (field: keyof FilterText, value: string) => void
}) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} name={`${name}_${end}`}>
          <DatePicker
            value={texts[`${name}_${end}`] ?? ''}
            onChange={(day) => onChange(`${name}_${end}`, day)}
          />
        </Field>
      ))}
    </div>
  )
}
