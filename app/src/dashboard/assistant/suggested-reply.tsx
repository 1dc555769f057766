import { lazy, Suspense } from 'react'
import type { SuggestedReplyProps } from './suggested-reply-card.tsx'
import { useSuggestedReplies } from './suggested-replies-setting.ts'

const SuggestedReplyCard = lazy(async () => ({
  default: (await import('./suggested-reply-card.tsx')).SuggestedReplyCard,
}))

/** A suggested reply from the workspace's content, shown while the composer is empty. */
export function SuggestedReply(props: SuggestedReplyProps) {
  const { handler, status, last_message_author, last_seq, id } = props.row
  const isEnabled = useSuggestedReplies() === 'on'
  const isWaiting = handler === 'team' && status === 'open' && last_message_author === 'contact'
  if (!isEnabled || !isWaiting) return null
  return (
    <Suspense fallback={null}>
      <SuggestedReplyCard key={`${id} ${last_seq}`} {...props} />
    </Suspense>
  )
}
