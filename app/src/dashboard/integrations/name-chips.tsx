import { useId } from 'react'
import { useT } from '#platform/i18n/provider.tsx'

/** Suggested workspace names. */
export function NameChips({
  names,
  selected,
  onChoose,
}: {
  names: readonly string[]
  selected: string
  onChoose: (name: string) => void
}) {
  const t = useT()
  const label = useId()
  return (
    <div role="group" aria-labelledby={label} className="flex flex-wrap gap-1.5">
      <span id={label} className="sr-only">
        {t('integrations.suggested')}
      </span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={selected === name}
          onClick={() => onChoose(name)}
          className="min-h-7 rounded-full border border-line px-2.5 text-sm text-muted hover:bg-inset hover:text-ink aria-pressed:border-primary aria-pressed:bg-primary-subtle aria-pressed:text-primary touch:min-h-11 touch:px-4"
        >
          {name}
        </button>
      ))}
    </div>
  )
}
