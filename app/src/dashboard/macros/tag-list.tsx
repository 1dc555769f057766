import type { Tag } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'

interface Props {
  label: string
  tags: readonly Tag[]
  selected: readonly string[]
  /** Tags in the other list. */
  excluded: readonly string[]
  onChange: (selected: string[]) => void
}
/** A list of tags to add to. */
export function TagList({ label, tags, selected, excluded, onChange }: Props) {
  const t = useT()
  const free = tags.filter(({ id }) => !selected.includes(id) && !excluded.includes(id))
  return (
    <div className="flex flex-col gap-1.5">
      {selected.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {selected.map((id) => {
            const name = tags.find((tag) => tag.id === id)?.name ?? '…'
            return (
              <li key={id} className="flex items-center">
                <Badge>{name}</Badge>
                <IconButton
                  size="sm"
                  icon="x"
                  label={t('macro-settings.tag_leave_out', { name })}
                  onClick={() => onChange(selected.filter((other) => other !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Select
        aria-label={label}
        value=""
        disabled={free.length === 0}
        onChange={({ target }) => onChange([...selected, target.value])}
      >
        <option value="">{label}</option>
        {free.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}
