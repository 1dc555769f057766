import type { InboxRow } from '@ozvi/contract'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useConversationsOf } from '../data.ts'
import { useMergeActs } from './merge-acts.ts'
import { customerName } from '../names.ts'

interface Asked {
  row: InboxRow
  /** The page of a conversation. */
  pathOf: (id: string) => string
}
/** Which other conversation of the same person takes this one in; the newest stand first. */
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
          <fieldset>
            <legend className="mb-1.5 text-base font-medium">{t('merges.into')}</legend>
            <div className="-mx-2 max-h-80 overflow-y-auto">
              {others.map((other, at) => (
                <div
                  key={other.id}
                  className="relative flex items-start gap-2.5 rounded-control px-2 py-2 hover:bg-inset"
                >
                  <input
                    type="radio"
                    id={`merge-${other.id}`}
                    name="into_id"
                    value={other.id}
                    defaultChecked={at === 0}
                    className="mt-0.5 size-4.5 shrink-0 accent-primary"
                  />
                  <label htmlFor={`merge-${other.id}`} className="min-w-0 after:absolute after:inset-0">
                    <span className="block truncate text-base">
                      {other.subject || other.last_message_preview}
                    </span>
                    <span className="block text-xs text-muted">
                      #{other.number} · {t(`conversations.status_${other.status}`)} ·{' '}
                      <BaseDate time={other.last_message_at} look="ago" />
                    </span>
                  </label>
                </div>
              ))}
            </div>
          </fieldset>
          <FormActs label={t('merges.do')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<Asked>(MergeDialog)
export const askToMerge = (asked: Asked) => overlay.open(asked)
