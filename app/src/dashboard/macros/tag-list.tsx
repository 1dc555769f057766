import type { Tag } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'

interface Props {
  label: string
  tags: readonly Tag[]
  chosen: readonly string[]
  /** Tags in the other list. */
  taken: readonly string[]
  onChange: (chosen: string[]) => void
}
/** A list of tags to add to. */
export function TagList({ label, tags, chosen, taken, onChange }: Props) {
  const t = useT()
  const free = tags.filter(({ id }) => !chosen.includes(id) && !taken.includes(id))
  return (
    <div className="flex flex-col gap-1.5">
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const name = tags.find((tag) => tag.id === id)?.name ?? '…'
            return (
              <li key={id} className="flex items-center">
                <Badge>{name}</Badge>
                <IconButton
                  size="sm"
                  icon="x"
                  label={t('macros.tag_leave_out', { name })}
                  onClick={() => onChange(chosen.filter((other) => other !== id))}
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
        onChange={({ target }) => onChange([...chosen, target.value])}
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
