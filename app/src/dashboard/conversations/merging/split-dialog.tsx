import type { InboxRow, Message } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { threadOf } from '../data/data.ts'
import { customerName } from '../people/names.ts'
import { useMergeActs } from './merge-acts.ts'
import { RowChoice } from './row-choice.tsx'

const shownMax = 50
const isSaid = ({ kind, prev, change }: Message) =>
  (kind === 'text' || kind === 'answer' || kind === 'note') && prev > 0 && !change?.is_deleted

interface Asked {
  row: InboxRow
  /** URL of a conversation. */
  pathOf: (id: string) => string
}
/** Chooses the message from which the conversation is split; newest first. */
function SplitDialog({ row, pathOf, isOpen, close }: Asked & OverlayProps<true>) {
  const t = useT()
  const { integration_id, id: conversation_id } = row
  const acts = useMergeActs({ integration_id, pathOf })
  const thread = useQuery({ ...threadOf(integration_id, conversation_id), enabled: false }).data
  const said = (thread?.messages ?? []).filter(isSaid).reverse().slice(0, shownMax)
  const { run, isBusy, problem } = useAction(async (id: string) => {
    close(true)
    await acts.split({ conversation_id, id })
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('merges.split_title', { number: row.number })}
      description={said.length === 0 ? t('merges.split_none') : t('merges.split_text')}
    >
      {said.length > 0 && (
        <Form
          id="split"
          labels={{ message_id: t('merges.split_at') }}
          problem={problem}
          onSubmit={({ message_id = '' }) => void run(message_id)}
        >
          <RowChoice
            name="message_id"
            label={t('merges.split_at')}
            rows={said.map(({ id, body, attachments, author, author_name, sent_at }) => ({
              id,
              title: body || attachments.map(({ name }) => name).join(', '),
              hint: (
                <>
                  {author === 'contact' ? `${customerName(row, t)} · ` : author_name && `${author_name} · `}
                  <BaseDate time={sent_at} look="ago" />
                </>
              ),
            }))}
          />
          <FormActs label={t('merges.split_do')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<Asked>(SplitDialog)
export const askToSplit = (asked: Asked) => overlay.open(asked)
