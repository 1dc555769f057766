import { type KeyboardEvent, useId, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { noteRecent, recentOf } from '#platform/storage/recent.ts'
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
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const locale = useLocale()
  const [recent] = useState(() => recentOf('emoji'))
  const [wanted, setWanted] = useState('')
  const [group, setGroup] = useState(0)
  const [place, setPlace] = useState(0)
  const isSought = wanted.trim() !== ''
  const own = !isSought && group === 0 ? emojiBySign(locale, recent) : []
  const rest = isSought ? findEmoji(locale, wanted, recent, foundMax) : (emojiIn(locale)[group] ?? [])
  const shown = [...own, ...rest]
  const at = Math.min(place, shown.length - 1)
  const chosen = shown[at]
  // Touch needs larger targets.
  const columns = matchMedia('(pointer: coarse)').matches ? 7 : 9

  function take({ sign }: Emoji) {
    noteRecent('emoji', sign)
    onInsert(sign)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (event.key === 'Enter' && chosen) take(chosen)
    else if (step) setPlace(Math.max(0, Math.min(shown.length - 1, at + step)))
    else return
    event.preventDefault()
  }
  const grid = { columns, chosen: at, idOf: (place: number) => `${id}-${place}`, onTake: take }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears where the focus goes, and Escape from all that is in it
    <div
      role="dialog"
      aria-label={t('emoji.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
      // A click on nothing would take the focus, and thereby close it.
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onBlur={({ relatedTarget, currentTarget }) => !currentTarget.contains(relatedTarget) && onClose()}
      className="absolute bottom-full left-0 z-20 mb-2 flex w-88 max-w-full animate-popover flex-col gap-2 rounded-card border border-line bg-raised p-2 shadow-popover"
    >
      <div className="flex">
        <SearchInput
          label={t('emoji.find')}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-all`}
          aria-activedescendant={chosen && grid.idOf(at)}
          autoFocus
          value={wanted}
          onChange={({ target }) => {
            setWanted(target.value)
            setPlace(0)
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
            aria-pressed={!isSought && number === group}
            onClick={() => {
              setWanted('')
              setGroup(number)
              setPlace(0)
            }}
            className={cn(
              'flex h-8 min-w-0 flex-1 items-center justify-center rounded-control border-b-2 touch:h-11',
              !isSought && number === group ? 'border-primary' : 'border-transparent hover:bg-inset',
            )}
          >
            {sign}
          </button>
        ))}
      </div>
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-1 py-2 text-sm text-muted'}>
        {isSought && (shown.length > 0 ? t('emoji.found', { count: shown.length }) : t('emoji.found_none'))}
      </p>
      <div id={`${id}-all`} role="listbox" aria-label={t('emoji.title')} className="h-56 overflow-y-auto">
        {own.length > 0 && (
          <>
            <p aria-hidden className="px-1 pb-1 text-xs font-medium text-muted">
              {t('emoji.recent')}
            </p>
            <EmojiGrid {...grid} label={t('emoji.recent')} emoji={own} from={0} />
            <p aria-hidden className="px-1 pt-2 pb-1 text-xs font-medium text-muted">
              {t('emoji.faces')}
            </p>
          </>
        )}
        <EmojiGrid
          {...grid}
          label={isSought ? t('emoji.title') : t(`emoji.${groups[group]?.[0] ?? 'faces'}`)}
          emoji={rest}
          from={own.length}
        />
      </div>
      <p className="truncate px-1 text-sm text-muted">{chosen?.name}</p>
    </div>
  )
}
