import { type FieldRule, fieldRulesMax, needsValue } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'
import { operatorsOf, type RuleField } from './condition-fields.ts'
import { RuleValues } from './condition-values.tsx'
import { begin, type Rules } from './use-conditions.ts'

/** Edits a list of conditions. */
export function RuleRows({ rules }: { rules: Rules }) {
  return (
    <>
      {rules.rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {rules.rows.map((row) => (
            <RuleRow
              key={row.id}
              rule={row}
              rules={rules}
              onChange={(changes) => rules.put(row.id, changes)}
              onRemove={() => rules.remove(row.id)}
            />
          ))}
        </ul>
      )}
      {rules.incomplete && <Alert tone="danger" title={rules.incomplete} />}
    </>
  )
}
/** Adds a condition, up to the limit. */
export function AddRule({ rules }: { rules: Rules }) {
  const t = useT()
  return (
    rules.add &&
    rules.rows.length < fieldRulesMax && (
      <Button size="sm" look="quiet" icon="plus" onClick={rules.add}>
        {t('segments.add')}
      </Button>
    )
  )
}

function RuleRow({
  rule,
  rules: { fields, isRule },
  onChange,
  onRemove,
}: {
  rule: FieldRule
  rules: Rules
  onChange: (changes: Partial<FieldRule>) => void
  onRemove: () => void
}) {
  const t = useT()
  const field = fields.find((one) => one.field === rule.field)
  const label = field?.label ?? t('segments.field_gone')
  const own = fields.filter(({ is_own }) => is_own)
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
          {own.length === 0 || own.length === fields.length ? (
            fields.map(option)
          ) : (
            <>
              <optgroup label={t('segments.fields_known')}>
                {fields.filter(({ is_own }) => !is_own).map(option)}
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
            // The value may also be valid for the other operator.
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
