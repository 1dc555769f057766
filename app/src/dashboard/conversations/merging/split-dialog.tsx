import { type InboxRow, type Message, toPlainText } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { threadOf } from '../data/data.ts'
import { customerName } from '../people/names.ts'
import { useMergeActions } from './merge-actions.ts'
import { RowPicker } from './row-choice.tsx'

const shownMax = 50
const isMessage = ({ kind, prev, change }: Message) =>
  (kind === 'text' || kind === 'answer' || kind === 'note') && prev > 0 && !change?.is_deleted

interface SplitRequest {
  row: InboxRow
  /** URL of a conversation. */
  pathOf: (id: string) => string
}
/** Chooses the message from which the conversation is split; newest first. */
function SplitDialog({ row, pathOf, isOpen, close }: SplitRequest & OverlayProps<true>) {
  const t = useT()
  const { integration_id, id: conversation_id } = row
  const mergeActions = useMergeActions({ integration_id, pathOf })
  const thread = useQuery({ ...threadOf(integration_id, conversation_id), enabled: false }).data
  const messages = (thread?.messages ?? []).filter(isMessage).reverse().slice(0, shownMax)
  const { run, isBusy, problem } = useAsyncAction(async (id: string) => {
    close(true)
    await mergeActions.split({ conversation_id, id })
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('conversation-merging.split_title', { number: row.number })}
      description={
        messages.length === 0 ? t('conversation-merging.split_none') : t('conversation-merging.split_text')
      }
    >
      {messages.length > 0 && (
        <Form
          id="split"
          labels={{ message_id: t('conversation-merging.split_at') }}
          problem={problem}
          onSubmit={({ message_id = '' }) => void run(message_id)}
        >
          <RowPicker
            name="message_id"
            label={t('conversation-merging.split_at')}
            rows={messages.map(({ id, body, attachments, author, author_name, sent_at }) => ({
              id,
              title: toPlainText(body) || attachments.map(({ name }) => name).join(', '),
              hint: (
                <>
                  {author === 'contact' ? `${customerName(row, t)} · ` : author_name && `${author_name} · `}
                  <BaseDate time={sent_at} format="ago" />
                </>
              ),
            }))}
          />
          <FormActions label={t('conversation-merging.split_do')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<SplitRequest>(SplitDialog)
export const openSplitDialog = (request: SplitRequest) => overlay.open(request)
