import { Icon } from './icon.tsx'

/** An item of a list of what is asked for: what it is, and pressed it is taken away. */
export function FilterChip({
  label,
  removeLabel,
  onRemove,
}: {
  label: string
  /** What pressing does, in words. */
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
/** Of what can be done with all of them, beside them. */
export const filterActionStyle = 'h-7 rounded-control px-1.5 text-sm text-primary hover:underline touch:h-11'
