import {
  type FilterText,
  isOwnFieldRule,
  readFieldRules,
  readFilter,
  writeFilter,
  writeRules,
} from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { AddRule, RuleRows, useRules } from '#dashboard/filters'
import { useInbox } from '../layout/inbox-context.ts'
import { type ChoiceField, useFilterChoices, useOwnRuleFields } from './filter-words.ts'

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
  const { integration, wanted, setFilter } = useInbox()
  const choices = useFilterChoices(integration.id)
  const [asked, setAsked] = useState<FilterText>(() => writeFilter(wanted.filter))
  const rules = useRules(
    useOwnRuleFields(integration.id),
    readFieldRules(wanted.filter.fields ?? ''),
    isOwnFieldRule,
  )
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const put = (field: keyof FilterText, value: string) =>
    setAsked(({ [field]: _, ...others }) => (value ? { ...others, [field]: value } : others))
  const statuses = asked.status?.split(',') ?? []
  const tags = asked.tag?.split(',') ?? []
  const labels = {
    ...Object.fromEntries(oneOf.map((field) => [field, t(`finding.${field}`)])),
    ...Object.fromEntries(
      days.flatMap((name) => [
        [`${name}_from`, t(`finding.${name}_from`)],
        [`${name}_to`, t(`finding.${name}_to`)],
      ]),
    ),
  }
  const apply = () => {
    const reversed = days.find(
      (name) => (asked[`${name}_from`] ?? '') > (asked[`${name}_to`] ?? '9999-12-31'),
    )
    if (reversed) {
      const sentence = t('finding.reversed')
      return setProblem({ message: sentence, errors: { [`${reversed}_to`]: [sentence] } })
    }
    const own = rules.finish()
    if (!own) return
    setFilter(readFilter({ ...asked, fields: writeRules(own) }))
    onDone()
  }
  return (
    <Form id="filter" labels={labels} problem={problem} onSubmit={apply} className="gap-4">
      <fieldset>
        <legend className="mb-1.5 text-base font-medium">{t('finding.status')}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-1">
          {choices.status.map(({ value, label }) => (
            <Checkbox
              key={value}
              name={`status_${value}`}
              label={label}
              checked={statuses.includes(value)}
              onChange={({ target }) =>
                put(
                  'status',
                  choices.status
                    .map((each) => each.value)
                    .filter((each) => (each === value ? target.checked : statuses.includes(each)))
                    .join(','),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      {choices.tag.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-base font-medium">{t('finding.tag')}</legend>
          <div className="grid max-h-40 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto">
            {choices.tag.map(({ value, label }) => (
              <Checkbox
                key={value}
                name={`tag_${value}`}
                label={<span className="break-words">{label}</span>}
                checked={tags.includes(value)}
                onChange={({ target }) =>
                  put(
                    'tag',
                    [...tags.filter((each) => each !== value), ...(target.checked ? [value] : [])].join(','),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {oneOf.map((field) => {
        const value = String(asked[field] ?? '')
        const isListed = value === '' || choices[field].some((choice) => choice.value === value)
        return (
          <Field key={field} name={field}>
            <Select value={value} onChange={({ target }) => put(field, target.value)}>
              <option value="">{t('finding.any')}</option>
              {choices[field].map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
              {!isListed && <option value={value}>{t('finding.as_in_address')}</option>}
            </Select>
          </Field>
        )
      })}
      {days.map((name) => (
        <div key={name} className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} name={`${name}_${end}`}>
              <DatePicker
                value={asked[`${name}_${end}`] ?? ''}
                onChange={(day) => put(`${name}_${end}`, day)}
              />
            </Field>
          ))}
        </div>
      ))}
      {(rules.fields.length > 0 || rules.rows.length > 0) && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 text-base font-medium">{t('segments.fields_own')}</legend>
          <RuleRows rules={rules} />
          <div>
            <AddRule rules={rules} />
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
          {t('finding.clear')}
        </Button>
        <Button type="submit" look="primary">
          {t('finding.apply')}
        </Button>
      </div>
    </Form>
  )
}
