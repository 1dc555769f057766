import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { CheckMark } from '#ui/check-mark.tsx'

/** Selection state of a row. */
export interface RowSelection {
  isOn: boolean
  /** Selection mode: every checkbox is visible. */
  isActive: boolean
  /** @param isRange everything from the last selected row to this one */
  onToggle: (isRange: boolean) => void
}
/** A checkbox over the avatar, visible on hover, keyboard focus and in selection mode. */
export function RowCheckbox({
  selection: { isOn, isActive, onToggle },
  name,
  className,
}: {
  selection: RowSelection
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
      <CheckMark
        aria-label={t('bulk-actions.select', { name })}
        checked={isOn}
        // Change events don't contain the Shift key.
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
