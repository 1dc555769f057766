import type { InboxRow } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useConversationsOf } from '../data/data.ts'
import { customerName } from '../people/names.ts'
import { useMergeActions } from './merge-actions.ts'
import { RowPicker } from './row-choice.tsx'

interface MergeRequest {
  row: InboxRow
  /** URL of a conversation. */
  pathOf: (id: string) => string
}
/** Chooses the contact's other conversation to merge into; newest first. */
function MergeDialog({ row, pathOf, isOpen, close }: MergeRequest & OverlayProps<true>) {
  const t = useT()
  const name = customerName(row, t)
  const mergeActions = useMergeActions({ integration_id: row.integration_id, pathOf })
  const { read, rows } = useConversationsOf(row.integration_id, row.contact.id)
  const otherConversations =
    read.data &&
    rows.filter(({ id, status, merged_into_id }) => id !== row.id && status !== 'spam' && !merged_into_id)
  const { run, isBusy, problem } = useAsyncAction(async (into_id: string) => {
    await mergeActions.merge(row, into_id)
    close(true)
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('conversation-merging.title', { number: row.number })}
      description={
        otherConversations?.length === 0
          ? t('conversation-merging.none', { name })
          : t('conversation-merging.text', { name })
      }
    >
      {read.isPending && <Skeleton className="h-24" />}
      {read.isError && <LoadError title={t('conversation-merging.failed')} {...read} />}
      {otherConversations && otherConversations.length > 0 && (
        <Form
          id="merge"
          labels={{ into_id: t('conversation-merging.into') }}
          problem={problem}
          onSubmit={({ into_id = '' }) => void run(into_id)}
        >
          <RowPicker
            name="into_id"
            label={t('conversation-merging.into')}
            rows={otherConversations.map(
              ({ id, number, status, subject, last_message_at, last_message_preview }) => ({
                id,
                title: subject || last_message_preview || t('conversations.unsaid'),
                hint: (
                  <>
                    #{number} · {t(`conversations.status_${status}`)} ·{' '}
                    <BaseDate time={last_message_at} format="ago" />
                  </>
                ),
              }),
            )}
          />
          <FormActions label={t('conversation-merging.confirm')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<MergeRequest>(MergeDialog)
export const openMergeDialog = (request: MergeRequest) => overlay.open(request)
