import { useT } from '#platform/i18n/provider.tsx'
import { useKeymap } from '#dashboard/commands'
import { BulkButtons } from './bulk-buttons.tsx'
import type { BulkCommands } from './use-bulk-commands.ts'

/** The actions on the selected rows, next to the list. */
export function BulkPane({ bulk }: { bulk: BulkCommands }) {
  const t = useT()
  const { keys } = useKeymap()
  return (
    <section
      data-bulk
      aria-label={t('bulk-actions.pane')}
      className="absolute inset-0 z-10 flex animate-fade flex-col items-center justify-center overflow-y-auto bg-subtle p-6 max-md:hidden"
    >
      <div className="w-full max-w-md">
        <h2 className="text-xl font-semibold">{bulk.status}</h2>
        {bulk.whole && (
          <button
            type="button"
            onClick={bulk.whole.run}
            className="mt-1 rounded-control text-base text-primary hover:underline touch:min-h-11"
          >
            {bulk.whole.label}
          </button>
        )}
        <div className="mt-5 grid grid-cols-2 gap-2 max-lg:grid-cols-1">
          <BulkButtons bulk={bulk} isLabeled />
        </div>
        {keys.back && (
          <p className="mt-5 text-sm text-muted touch:hidden">{t('bulk-actions.hint', { key: 'Esc' })}</p>
        )}
      </div>
    </section>
  )
}
