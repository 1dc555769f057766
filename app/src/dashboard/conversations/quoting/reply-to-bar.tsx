import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { setReplyTarget, useReplyTarget } from './reply-target.ts'
import { useQuoteText } from './quote.tsx'

/** Above the composer: the message being replied to, and a button to cancel. */
export function ReplyToBar({
  conversation_id,
  mode,
  onClose,
}: {
  conversation_id: string
  mode: 'text' | 'note'
  onClose: () => void
}) {
  const t = useT()
  const quoteText = useQuoteText(conversation_id)
  const message = useReplyTarget(conversation_id, mode)
  if (!message) return null
  const { who, text } = quoteText(message)
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control border-l-2 border-primary bg-inset py-1 pr-1 pl-3 text-sm">
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">{t('messages.answering', { who })}</span>{' '}
        <span className="text-muted">{text}</span>
      </p>
      <IconButton
        icon="x"
        size="sm"
        label={t('messages.answer_none')}
        onClick={() => {
          setReplyTarget(conversation_id, null)
          onClose()
        }}
      />
    </div>
  )
}
