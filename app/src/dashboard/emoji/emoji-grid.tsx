import { cn } from '#ui/cn.ts'
import type { Emoji } from './find-emoji.ts'

interface EmojiGridProps {
  label: string
  emoji: readonly Emoji[]
  columns: number
  /** Index of the first one among all shown, and of the selected one. */
  from: number
  selected: number
  idOf: (index: number) => string
  onPick: (emoji: Emoji) => void
}
/** Selectable emoji; the search field keeps the focus and announces the selection. */
export function EmojiGrid({ label, emoji, columns, from, selected, idOf, onPick }: EmojiGridProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="grid"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {emoji.map((one, index) => {
        const isChosen = from + index === selected
        return (
          <button
            type="button"
            tabIndex={-1}
            key={one.sign}
            id={idOf(from + index)}
            ref={
              isChosen
                ? (element) => {
                    element?.scrollIntoView?.({ block: 'nearest' })
                  }
                : undefined
            }
            role="option"
            aria-selected={isChosen}
            aria-label={one.name}
            title={one.name}
            onClick={() => onPick(one)}
            className={cn(
              'flex aspect-square items-center justify-center rounded-control text-lg',
              isChosen ? 'bg-primary-subtle forced-colors:outline' : 'hover:bg-inset',
            )}
          >
            {one.sign}
          </button>
        )
      })}
    </div>
  )
}
