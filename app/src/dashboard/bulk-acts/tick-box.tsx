import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Tick } from '#ui/tick.tsx'

/** How a row stands in a selection. */
export interface RowTick {
  isOn: boolean
  /** Rows are being chosen: every box is in sight. */
  isActive: boolean
  /** @param isRange all from the one ticked last to this one */
  onTick: (isRange: boolean) => void
}
/** Over the avatar, in sight when somebody points at the row, has come to it by keyboard, or is choosing rows. */
export function TickBox({
  tick: { isOn, isActive, onTick },
  name,
  className,
}: {
  tick: RowTick
  name: string
  /** Where it stands. */
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
        // A change event does not tell whether Shift was held.
        onChange={({ nativeEvent }) => onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
