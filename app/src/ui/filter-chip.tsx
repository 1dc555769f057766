import { Icon } from './icon.tsx'

/** An active filter; clicking it removes it. */
export function FilterChip({
  label,
  removeLabel,
  onRemove,
}: {
  label: string
  /** Label of what a click does. */
  removeLabel: string
  onRemove: () => void
}) {
  return (
    <li className="max-w-full">
      <button
        type="button"
        onClick={onRemove}
        aria-label={removeLabel}
        className="flex h-7 max-w-full items-center gap-1 rounded-full border border-line bg-subtle pr-1.5 pl-2.5 text-sm hover:bg-inset touch:h-11"
      >
        <span className="truncate">{label}</span>
        <Icon name="x" size={14} className="shrink-0 text-muted" />
      </button>
    </li>
  )
}
/** The style of actions next to the chips that apply to all of them. */
export const filterActionStyle = 'h-7 rounded-control px-1.5 text-sm text-primary hover:underline touch:h-11'
