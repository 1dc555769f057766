import type { CustomField } from '@ozvi/contract'
import { builtInColumns, defaultColumns } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Outline } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import type { ColumnName } from './columns.ts'
import { columnTitle } from '../names.ts'

const columnsPath =
  'M5.5 4.5h13A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5Zm4 0v15m5-15v15'

const itemStyle = 'mb-1.5 flex min-h-8 break-inside-avoid items-center'

/** Columns of the list and their order; stored per member, for all devices. */
export function ColumnPicker({
  columns,
  fields,
  onChange,
}: {
  columns: readonly ColumnName[]
  fields: readonly CustomField[]
  onChange: (columns: readonly ColumnName[] | null) => void
}) {
  const t = useT()
  const names: Record<string, string> = {
    ...Object.fromEntries(builtInColumns.map((name) => [name, columnTitle(name, t)])),
    ...Object.fromEntries(fields.map(({ id, name }) => [id, name])),
  }
  const hidden = Object.keys(names).filter((name) => !columns.includes(name))
  const move = (name: ColumnName, step: 1 | -1) => {
    const at = columns.indexOf(name)
    const otherColumns = columns.filter((one) => one !== name)
    onChange(otherColumns.toSpliced(at + step, 0, name))
  }
  const choice = (name: ColumnName) => (
    <Checkbox
      label={names[name] ?? name}
      checked={columns.includes(name)}
      onChange={({ target }) =>
        onChange(target.checked ? [...columns, name] : columns.filter((one) => one !== name))
      }
    />
  )
  return (
    <Popover
      label={t('contacts.columns')}
      align="end"
      className="flex max-h-(--radix-popover-content-available-height) flex-col sm:w-140 lg:w-200"
      trigger={
        <Button size="sm">
          <Outline path={columnsPath} size={16} />
          {t('contacts.columns')}
        </Button>
      }
    >
      {/* Scrolls as a whole: a list with columns and a limited height would add columns at the side. */}
      <div className="-m-4 min-h-0 overflow-y-auto p-4">
        <ul className="-mb-1.5 gap-x-6 sm:columns-2 lg:columns-3">
          {columns.map((name, index) => (
            <li key={name} className={itemStyle}>
              <span className="min-w-0 flex-1">{choice(name)}</span>
              <IconButton
                icon="arrow-up"
                size="sm"
                label={t('segments.columns_up', { name: names[name] ?? '' })}
                disabled={index === 0}
                onClick={() => move(name, -1)}
              />
              <IconButton
                icon="arrow-down"
                size="sm"
                label={t('segments.columns_down', { name: names[name] ?? '' })}
                disabled={index === columns.length - 1}
                onClick={() => move(name, 1)}
              />
            </li>
          ))}
          {hidden.map((name) => (
            <li key={name} className={itemStyle}>
              {choice(name)}
            </li>
          ))}
        </ul>
      </div>
      {columns.join() !== defaultColumns.join() && (
        <Button size="sm" variant="quiet" onClick={() => onChange(null)} className="mt-5 -ml-3 self-start">
          {t('contacts.columns_default')}
        </Button>
      )}
    </Popover>
  )
}
