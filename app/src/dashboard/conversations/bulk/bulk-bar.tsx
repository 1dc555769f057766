import { can } from '@ozvi/contract'
import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { TagSelection } from '#dashboard/bulk-actions'
import { useRows } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { SnoozePicker } from '../snooze/snooze.tsx'
import { BulkButtons } from './bulk-buttons.tsx'
import { BulkPane } from './bulk-pane.tsx'
import type { BulkProps } from './use-bulk-changes.ts'
import { useBulkCommands } from './use-bulk-commands.ts'

/**
 * Actions on the selected rows, by button, shortcut and command palette. Next to the list they have the pane of
 * the conversation; on a phone they are below the list.
 */
export function BulkBar({ ids, ...props }: { ids: readonly string[] } & Omit<BulkProps, 'rows'>) {
  const t = useT()
  const { pane } = useInbox()
  const bulk = useBulkCommands({ ...props, rows: useRows(ids) })
  return (
    <section
      aria-label={t('bulk-actions.bar')}
      className="shrink-0 animate-popover border-t border-line bg-raised px-2.5 pt-1.5 pb-2"
    >
      <div className="flex min-h-8 items-center gap-2 pl-1.5">
        <p role="status" className="text-sm font-medium">
          {bulk.status}
        </p>
        {bulk.whole && (
          <button
            type="button"
            onClick={bulk.whole.run}
            className="h-6 rounded-control px-1 text-sm text-primary hover:underline touch:h-11"
          >
            {bulk.whole.label}
          </button>
        )}
        <IconButton
          icon="x"
          size="sm"
          label={t('bulk-actions.clear')}
          data-command="back"
          className="ml-auto"
          onClick={bulk.clear}
        />
      </div>
      <div className="flex items-center justify-between md:hidden">
        <BulkButtons bulk={bulk} />
      </div>
      {pane && createPortal(<BulkPane bulk={bulk} />, pane)}
      <SnoozePicker isOpen={bulk.isPicking} onOpenChange={bulk.setPicking} onPick={bulk.snoozeUntil} />
      {bulk.isTagging && (
        <Suspense>
          <TagSelection
            integration_id={bulk.integration.id}
            rows={bulk.rows}
            title={t('bulk-actions.tags', { count: bulk.count })}
            canCreate={can(bulk.integration, 'tags.manage')}
            onDone={(add, remove) => {
              bulk.setTagging(false)
              if (add.length + remove.length > 0) bulk.setTags(add, remove)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
