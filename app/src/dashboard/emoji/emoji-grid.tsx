import { cn } from '#ui/cn.ts'
import type { Emoji } from './find-emoji.ts'

interface EmojiGridProps {
  label: string
  emoji: readonly Emoji[]
  columns: number
  /** Place of the first among all that are shown, and of the one that is chosen. */
  from: number
  chosen: number
  idOf: (place: number) => string
  onTake: (emoji: Emoji) => void
}
/** Emoji to choose from; the field that finds them keeps the focus and says which is chosen. */
export function EmojiGrid({ label, emoji, columns, from, chosen, idOf, onTake }: EmojiGridProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="grid"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {emoji.map((one, at) => {
        const isChosen = from + at === chosen
        return (
          <button
            type="button"
            tabIndex={-1}
            key={one.sign}
            id={idOf(from + at)}
            ref={isChosen ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={isChosen}
            aria-label={one.name}
            title={one.name}
            onClick={() => onTake(one)}
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
