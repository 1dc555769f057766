import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Tick } from '#ui/tick.tsx'

/** Selection state of a row. */
export interface RowTick {
  isOn: boolean
  /** Selection mode: every checkbox is visible. */
  isActive: boolean
  /** @param isRange everything from the last selected row to this one */
  onTick: (isRange: boolean) => void
}
/** A checkbox over the avatar, visible on hover, keyboard focus and in selection mode. */
export function TickBox({
  tick: { isOn, isActive, onTick },
  name,
  className,
}: {
  tick: RowTick
  name: string
  /** Positioning. */
  className: string
}) {
  const t = useT()
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box in it has a name of its own
    <label
      className={cn(
        'absolute grid size-10 place-items-center rounded-full bg-inset touch:size-11',
        className,
        !isActive && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
      )}
    >
      <Tick
        aria-label={t('selection.select', { name })}
        checked={isOn}
        // Change events don't contain the Shift key.
        onChange={({ nativeEvent }) => onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
