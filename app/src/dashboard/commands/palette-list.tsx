import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import type { Entry } from './entries.ts'
import { useKeymap } from './keymap.ts'
import type { Section } from './sections.ts'
import { ShortcutHint } from './shortcut-hint.tsx'
import { useT } from '#platform/i18n/provider.tsx'

interface Props {
  id: string
  sections: readonly Section[]
  selected: Entry | undefined
  onTake: (entry: Entry) => void
  onReach: (entry: Entry) => void
}
/** The entries of the palette below headings; the search field has the keys. */
export function PaletteList({ id, sections, selected, onTake, onReach }: Props) {
  const t = useT()
  const { keys } = useKeymap()
  const option = (entry: Entry) => (
    <Option
      key={entry.id}
      id={`${id}-${entry.id}`}
      entry={entry}
      combination={entry.name ? keys[entry.name] : null}
      isSelected={entry === selected}
      onTake={() => onTake(entry)}
      onReach={() => onReach(entry)}
    />
  )
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('commands.title')}
      className="overflow-y-auto p-1.5 empty:hidden"
    >
      {sections.map(({ key, label, entries }) =>
        label ? (
          <div key={key} role="group" aria-labelledby={`${id}-head-${key}`}>
            <div
              id={`${id}-head-${key}`}
              role="presentation"
              className="px-2.5 pt-2 pb-1 text-sm font-medium text-muted"
            >
              {label}
            </div>
            {entries.map(option)}
          </div>
        ) : (
          entries.map(option)
        ),
      )}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: Entry
  combination: string | null
  isSelected: boolean
  onTake: () => void
  onReach: () => void
}
function Option({ id, entry, combination, isSelected, onTake, onReach }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      tabIndex={-1}
      ref={(node) => {
        if (isSelected) node?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isSelected}
      onClick={onTake}
      onPointerMove={isSelected ? undefined : onReach}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2.5 text-base touch:min-h-11',
        isSelected && 'bg-inset forced-colors:outline',
      )}
    >
      <span className="max-w-full shrink-0 grow truncate">{entry.label}</span>
      {entry.note && <span className="min-w-0 truncate text-sm text-muted">{entry.note}</span>}
      {combination && <ShortcutHint combination={combination} />}
      {!entry.run && <Icon name="chevron-right" size={16} className="text-muted" />}
    </div>
  )
}
