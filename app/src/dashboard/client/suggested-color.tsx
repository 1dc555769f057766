import { useT } from '#platform/i18n/provider.tsx'

/** Suggests the website's own color; the contrast check shows whether it is readable. */
export function SuggestedColor({
  color,
  isChosen,
  onChoose,
}: {
  color: string
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useT()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex min-h-9 items-center gap-2.5 self-start rounded-full border border-line py-1 pr-4 pl-1.5 text-base hover:bg-inset aria-pressed:border-primary aria-pressed:bg-primary-subtle touch:min-h-11"
    >
      <span
        aria-hidden="true"
        className="size-6 rounded-full border border-line"
        style={{ background: color }}
      />
      {t('client.site_color')}
      <span className="font-mono text-sm text-muted">{color}</span>
    </button>
  )
}
