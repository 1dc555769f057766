import type { ContactField } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Popover } from '#ui/popover.tsx'
import { builtInColumns, type ColumnName, defaultColumns, inOrder } from './columns.ts'

/** Which columns the list has; the address says it, so that it can be shared. */
export function ColumnPicker({
  columns,
  fields,
  onChange,
}: {
  columns: readonly ColumnName[]
  fields: readonly ContactField[]
  onChange: (columns: readonly ColumnName[]) => void
}) {
  const t = useT()
  const toggle = (name: ColumnName) =>
    onChange(
      inOrder(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name], fields),
    )
  const choice = (name: ColumnName, label: string) => (
    <li key={name}>
      <Checkbox label={label} checked={columns.includes(name)} onChange={() => toggle(name)} />
    </li>
  )
  return (
    <Popover
      label={t('contacts.columns')}
      align="end"
      className="max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto"
      trigger={
        <Button size="sm" icon="sliders">
          {t('contacts.columns')}
        </Button>
      }
    >
      <ul className="flex flex-col gap-1.5">
        {builtInColumns.map((name) => choice(name, t(`contacts.column_${name}`)))}
        {fields.map(({ id, name }) => choice(id, name))}
      </ul>
      <Button size="sm" look="quiet" onClick={() => onChange(defaultColumns)} className="mt-3 -ml-3">
        {t('contacts.columns_default')}
      </Button>
    </Popover>
  )
}
