import { type KeyboardEvent, useId, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { addRecent, getRecent } from '#platform/storage/recent-items.ts'
import { cn } from '#ui/cn.ts'
import { SearchInput } from '#ui/search-input.tsx'
import { EmojiGrid } from './emoji-grid.tsx'
import { type Emoji, emojiBySign, emojiIn, findEmoji } from './find-emoji.ts'

const foundMax = 90
/** Unicode's groups, each with a symbol. */
const groups = [
  ['faces', '😀'],
  ['people', '👋'],
  ['nature', '🐻'],
  ['food', '🍎'],
  ['travel', '🚗'],
  ['activities', '⚽'],
  ['objects', '💡'],
  ['symbols', '❤️'],
  ['flags', '🏁'],
] as const

/** All emoji by group or search; arrows select, Enter inserts, Escape closes. */
export function EmojiPicker({
  onInsert,
  onClose,
}: {
  onInsert: (text: string) => void
  /** @param isFocusElsewhere whether another element has the focus now */
  onClose: (isFocusElsewhere: boolean) => void
}) {
  const t = useT()
  const id = useId()
  const locale = useLocale()
  const [recent] = useState(() => getRecent('emoji'))
  const [search, setSearch] = useState('')
  const [group, setGroup] = useState(0)
  const [index, setIndex] = useState(0)
  const isSearching = search.trim() !== ''
  const recentEmoji = !isSearching && group === 0 ? emojiBySign(locale, recent) : []
  const otherEmoji = isSearching
    ? findEmoji(locale, search, recent, foundMax)
    : (emojiIn(locale)[group] ?? [])
  const visible = [...recentEmoji, ...otherEmoji]
  const at = Math.min(index, visible.length - 1)
  const selectedEmoji = visible[at]
  // Touch needs larger targets.
  const columns = matchMedia('(pointer: coarse)').matches ? 7 : 9

  function pick({ sign }: Emoji) {
    addRecent('emoji', sign)
    onInsert(sign)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (event.key === 'Enter' && selectedEmoji) pick(selectedEmoji)
    else if (step) setIndex(Math.max(0, Math.min(visible.length - 1, at + step)))
    else return
    event.preventDefault()
  }
  const grid = { columns, selected: at, idOf: (index: number) => `${id}-${index}`, onPick: pick }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape and the focus of everything in it
    <div
      role="dialog"
      data-popover=""
      aria-label={t('emoji.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose(false)
      }}
      // A click on an empty area would move the focus and close the picker.
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onBlur={({ relatedTarget, currentTarget }) =>
        !currentTarget.contains(relatedTarget) && onClose(relatedTarget !== null)
      }
      className="absolute bottom-full left-0 z-20 mb-2 flex w-88 max-w-full animate-popover flex-col gap-2 rounded-card border border-line bg-raised p-2 shadow-popover"
    >
      <div className="flex">
        <SearchInput
          label={t('emoji.find')}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-all`}
          aria-activedescendant={selectedEmoji && grid.idOf(at)}
          autoFocus
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="group" aria-label={t('emoji.groups')} className="flex justify-between">
        {groups.map(([name, sign], number) => (
          <button
            type="button"
            key={name}
            aria-label={t(`emoji.${name}`)}
            title={t(`emoji.${name}`)}
            aria-pressed={!isSearching && number === group}
            onClick={() => {
              setSearch('')
              setGroup(number)
              setIndex(0)
            }}
            className={cn(
              'flex h-8 min-w-0 flex-1 items-center justify-center rounded-control border-b-2 touch:h-11',
              !isSearching && number === group ? 'border-primary' : 'border-transparent hover:bg-inset',
            )}
          >
            {sign}
          </button>
        ))}
      </div>
      <p role="status" className={visible.length > 0 ? 'sr-only' : 'px-1 py-2 text-sm text-muted'}>
        {isSearching &&
          (visible.length > 0 ? t('emoji.found', { count: visible.length }) : t('emoji.found_none'))}
      </p>
      <div id={`${id}-all`} role="listbox" aria-label={t('emoji.title')} className="h-56 overflow-y-auto">
        {recentEmoji.length > 0 && (
          <>
            <p aria-hidden className="px-1 pb-1 text-xs font-medium text-muted">
              {t('emoji.recent')}
            </p>
            <EmojiGrid {...grid} label={t('emoji.recent')} emoji={recentEmoji} from={0} />
            <p aria-hidden className="px-1 pt-2 pb-1 text-xs font-medium text-muted">
              {t('emoji.faces')}
            </p>
          </>
        )}
        <EmojiGrid
          {...grid}
          label={isSearching ? t('emoji.title') : t(`emoji.${groups[group]?.[0] ?? 'faces'}`)}
          emoji={otherEmoji}
          from={recentEmoji.length}
        />
      </div>
      <p className="truncate px-1 text-sm text-muted">{selectedEmoji?.name}</p>
    </div>
  )
}
