import { type BulkAction, listIncomplete } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { toast } from '#ui/toast.ts'
import type { StartBulk } from '#dashboard/bulk-actions'
import { refetchRows } from '../data/lists.ts'
import type { RowCursor } from '../list/row-cursor.ts'
import { RequiredFieldsDialog } from '../panel/required-fields-dialog.tsx'
import { startIncomplete } from './bulk-data.ts'

interface IncompleteRequest {
  action: BulkAction
  /** Required fields that are empty in the remaining conversations. */
  field_ids: readonly string[]
  start: StartBulk
}
/** Asks once for the missing fields, then resolves all remaining conversations. */
function IncompleteDialog({
  action,
  field_ids,
  start,
  isOpen,
  close,
}: IncompleteRequest & OverlayProps<true>) {
  const t = useT()
  return (
    <RequiredFieldsDialog
      integration_id={action.integration_id}
      isOpen={isOpen}
      description={t('bulk-actions.incomplete_text', { count: action.incomplete })}
      submitLabel={t('bulk-actions.incomplete_resolve', { count: action.incomplete })}
      isMissing={({ id }) => field_ids.includes(id)}
      onSubmit={async (fields) => {
        const started = await startIncomplete(action, fields)
        start(Promise.resolve(started), started.change)
        close(true)
      }}
      onCancel={() => close()}
    />
  )
}
const overlay = createOverlay<IncompleteRequest>(IncompleteDialog)

interface IncompleteOptions {
  action: BulkAction
  /** What happened to the others, as text; empty if there are none. */
  done: string
  cache: QueryClient
  cursor: RowCursor
  start: StartBulk
  /** Undoes the bulk action. */
  undo: () => void
  t: Translate
}
/** Shows which fields kept conversations from being resolved, selects them, and asks for the values. */
export async function openIncompleteDialog({
  action,
  done,
  cache,
  cursor,
  start,
  undo,
  t,
}: IncompleteOptions): Promise<void> {
  const { integration_id, id: bulk_action_id } = action
  try {
    const [{ conversation_ids, fields }] = await Promise.all([
      call(listIncomplete, { integration_id, bulk_action_id }),
      refetchRows(cache, integration_id),
    ])
    const remainingText = t('bulk-actions.incomplete_left', {
      count: action.incomplete,
      total: action.total,
      n: fields.length,
      fields: fields.map(({ name }) => t('bulk-actions.incomplete_field', { name })).join(', '),
    })
    if (done)
      toast.success(t('bulk-actions.incomplete', { done, left: remainingText }), {
        label: t('conversations.undo'),
        onClick: undo,
      })
    else toast.info(remainingText)
    cursor.selection(conversation_ids)
    await overlay.open({ action, field_ids: fields.map(({ id }) => id), start })
    overlay.unmount()
  } catch (error) {
    toastError(error, t)
  }
}
