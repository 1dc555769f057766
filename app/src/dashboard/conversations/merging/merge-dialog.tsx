import type { InboxRow } from '@ozvi/contract'
import { useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useConversationsOf } from '../data/data.ts'
import { customerName } from '../people/names.ts'
import { useMergeActs } from './merge-acts.ts'
import { RowChoice } from './row-choice.tsx'

interface Asked {
  row: InboxRow
  /** URL of a conversation. */
  pathOf: (id: string) => string
}
/** Chooses the contact's other conversation to merge into; newest first. */
function MergeDialog({ row, pathOf, isOpen, close }: Asked & OverlayProps<true>) {
  const t = useT()
  const name = customerName(row, t)
  const acts = useMergeActs({ integration_id: row.integration_id, pathOf })
  const read = useConversationsOf(row.integration_id, row.contact.id)
  const others = read.data?.items.filter(
    ({ id, status, merged_into_id }) => id !== row.id && status !== 'spam' && !merged_into_id,
  )
  const { run, isBusy, problem } = useAction(async (into_id: string) => {
    await acts.merge(row, into_id)
    close(true)
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('merges.title', { number: row.number })}
      description={others?.length === 0 ? t('merges.none', { name }) : t('merges.text', { name })}
    >
      {read.isPending && <Skeleton className="h-24" />}
      {read.isError && <ReadFailure title={t('merges.failed')} {...read} />}
      {others && others.length > 0 && (
        <Form
          id="merge"
          labels={{ into_id: t('merges.into') }}
          problem={problem}
          onSubmit={({ into_id = '' }) => void run(into_id)}
        >
          <RowChoice
            name="into_id"
            label={t('merges.into')}
            rows={others.map(({ id, number, status, subject, last_message_at, last_message_preview }) => ({
              id,
              title: subject || last_message_preview || t('conversations.unsaid'),
              hint: (
                <>
                  #{number} · {t(`conversations.status_${status}`)} ·{' '}
                  <BaseDate time={last_message_at} look="ago" />
                </>
              ),
            }))}
          />
          <FormActs label={t('merges.do')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<Asked>(MergeDialog)
export const askToMerge = (asked: Asked) => overlay.open(asked)
