import { type BulkAct, listIncomplete } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { toast } from '#ui/toast.ts'
import type { BeginBulk } from '#dashboard/bulk-acts'
import { readRowsAgain } from '../data/data.ts'
import type { RowCursor } from '../list/row-cursor.ts'
import { RequiredFieldsDialog } from '../panel/required-fields-dialog.tsx'
import { startLeft } from './bulk-data.ts'

interface Asked {
  act: BulkAct
  /** Required fields that are empty in the remaining conversations. */
  field_ids: readonly string[]
  begin: BeginBulk
}
/** Asks once for the missing fields, then resolves all remaining conversations. */
function IncompleteDialog({ act, field_ids, begin, isOpen, close }: Asked & OverlayProps<true>) {
  const t = useT()
  return (
    <RequiredFieldsDialog
      integration_id={act.integration_id}
      isOpen={isOpen}
      description={t('selection.incomplete_text', { count: act.incomplete })}
      submitLabel={t('selection.incomplete_resolve', { count: act.incomplete })}
      isMissing={({ id }) => field_ids.includes(id)}
      onSubmit={async (fields) => {
        const started = await startLeft(act, fields)
        begin(Promise.resolve(started), started.change)
        close(true)
      }}
      onCancel={() => close()}
    />
  )
}
const overlay = createOverlay<Asked>(IncompleteDialog)

interface Left {
  act: BulkAct
  /** What happened to the others, as text; empty if there are none. */
  done: string
  cache: QueryClient
  cursor: RowCursor
  begin: BeginBulk
  /** Undoes the bulk action. */
  undo: () => void
  t: Translate
}
/** Shows which fields kept conversations from being resolved, selects them, and asks for the values. */
export async function completeThem({ act, done, cache, cursor, begin, undo, t }: Left): Promise<void> {
  const { integration_id, id: bulk_act_id } = act
  try {
    const [{ conversation_ids, fields }] = await Promise.all([
      call(listIncomplete, { integration_id, bulk_act_id }),
      readRowsAgain(cache, integration_id),
    ])
    const left = t('selection.incomplete_left', {
      count: act.incomplete,
      total: act.total,
      n: fields.length,
      fields: fields.map(({ name }) => t('selection.incomplete_field', { name })).join(', '),
    })
    if (done)
      toast.success(t('selection.incomplete', { done, left }), {
        label: t('conversations.undo'),
        onClick: undo,
      })
    else toast.info(left)
    cursor.tick(conversation_ids)
    await overlay.open({ act, field_ids: fields.map(({ id }) => id), begin })
    overlay.unmount()
  } catch (error) {
    sayFailure(error, t)
  }
}
