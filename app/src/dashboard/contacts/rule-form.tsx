import { type ContactRule, contactRulesMax, type ContactsWanted, isRule, needsValue } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'
import { Segments } from '#ui/segments.tsx'
import type { Known } from './column-cell.tsx'
import { RuleValues } from './rule-values.tsx'
import { isOwnField, operatorsOf, type RuleField, useRuleFields } from './rule-words.ts'

type Ruled = Pick<ContactsWanted, 'rules' | 'match'>
interface Row extends ContactRule {
  id: string
}
interface Props {
  known: Known
  wanted: Ruled
  onApply: (next: Ruled) => void
}
const rowOf = (rule: ContactRule): Row => ({ ...rule, id: crypto.randomUUID() })
const begin = (field: RuleField): ContactRule => ({
  field: field.field,
  is: operatorsOf(field)[0] ?? 'filled',
  values: [],
})

/** All that a list of contacts can be narrowed by, rule by rule. Nothing changes before it is applied. */
export function RuleForm({ known, wanted, onApply }: Props) {
  const t = useT()
  const fields = useRuleFields(known)
  const [first] = fields
  const [rows, setRows] = useState(() =>
    wanted.rules.length > 0 ? wanted.rules.map(rowOf) : first ? [rowOf(begin(first))] : [],
  )
  const [match, setMatch] = useState(wanted.match)
  const [incomplete, setIncomplete] = useState<string>()
  const put = (id: string, changes: Partial<ContactRule>) =>
    setRows((held) => held.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  const nameOf = (field: string) =>
    fields.find((one) => one.field === field)?.label ?? t('segments.field_gone')
  function apply() {
    const wrong = rows.find((row) => !isRule(row))
    setIncomplete(wrong && t('segments.incomplete', { name: nameOf(wrong.field) }))
    if (!wrong) onApply({ rules: rows.map(({ field, is, values }) => ({ field, is, values })), match })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {rows.length > 1 && (
        <Segments
          label={t('segments.match')}
          value={match}
          onChange={setMatch}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`segments.match_${value}`) }))}
        />
      )}
      {rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {rows.map((row) => (
            <RuleRow
              key={row.id}
              rule={row}
              fields={fields}
              onChange={(changes) => put(row.id, changes)}
              onRemove={() => setRows((held) => held.filter(({ id }) => id !== row.id))}
            />
          ))}
        </ul>
      )}
      {incomplete && <Alert tone="danger" title={incomplete} />}
      <div className="flex flex-wrap items-center gap-2">
        {first && rows.length < contactRulesMax && (
          <Button
            size="sm"
            look="quiet"
            icon="plus"
            onClick={() => setRows((held) => [...held, rowOf(begin(first))])}
          >
            {t('segments.add')}
          </Button>
        )}
        <span className="ml-auto flex gap-2">
          <Button size="sm" onClick={() => onApply({ rules: [], match: 'all' })}>
            {t('finding.clear')}
          </Button>
          <Button size="sm" type="submit" look="primary">
            {t('finding.apply')}
          </Button>
        </span>
      </div>
    </form>
  )
}

function RuleRow({
  rule,
  fields,
  onChange,
  onRemove,
}: {
  rule: ContactRule
  fields: readonly RuleField[]
  onChange: (changes: Partial<ContactRule>) => void
  onRemove: () => void
}) {
  const t = useT()
  const field = fields.find((one) => one.field === rule.field)
  const label = field?.label ?? t('segments.field_gone')
  const own = fields.filter(isOwnField)
  const option = ({ field: value, label: name }: RuleField) => (
    <option key={value} value={value}>
      {name}
    </option>
  )
  return (
    <li className="flex flex-col gap-1.5 border-l-2 border-line pl-3">
      <div className="flex items-center gap-1.5">
        <Select
          aria-label={t('segments.field')}
          value={rule.field}
          onChange={({ target }) => {
            const next = fields.find((one) => one.field === target.value)
            if (next) onChange(begin(next))
          }}
        >
          {!field && <option value={rule.field}>{label}</option>}
          {own.length === 0 ? (
            fields.map(option)
          ) : (
            <>
              <optgroup label={t('segments.fields_known')}>
                {fields.filter((one) => !isOwnField(one)).map(option)}
              </optgroup>
              <optgroup label={t('segments.fields_own')}>{own.map(option)}</optgroup>
            </>
          )}
        </Select>
        <Select
          aria-label={t('segments.operator')}
          value={rule.is}
          onChange={({ target }) => {
            const is = field && operatorsOf(field).find((one) => one === target.value)
            // A value that stands may be meant for the other operator, too.
            if (is) onChange({ is, values: isRule({ ...rule, is }) ? rule.values : [] })
          }}
        >
          {(field ? operatorsOf(field) : [rule.is]).map((is) => (
            <option key={is} value={is}>
              {t(`segments.is_${is}`)}
            </option>
          ))}
        </Select>
        <IconButton
          icon="x"
          size="sm"
          label={t('segments.remove_filter', { name: label })}
          onClick={onRemove}
        />
      </div>
      {field && needsValue(rule.is) && (
        <RuleValues rule={rule} field={field} onChange={(values) => onChange({ values })} />
      )}
    </li>
  )
}
