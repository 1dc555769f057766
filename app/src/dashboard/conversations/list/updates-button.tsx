import { useT } from '#platform/i18n/provider.tsx'

/** Shows the changes that were held back while the list was hovered. */
export function UpdatesButton({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useT()
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      <button
        type="button"
        onClick={onClick}
        className="pointer-events-auto h-8 animate-popover rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-popover hover:bg-primary-hover touch:h-11"
      >
        {t('conversations.updates', { count })}
      </button>
    </div>
  )
}
