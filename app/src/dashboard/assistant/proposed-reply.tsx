import type { InboxRow } from '@ozvi/contract'
import { lazy, type RefObject, Suspense } from 'react'
import { useProposals } from './proposals.ts'

const Proposal = lazy(async () => ({ default: (await import('./proposal.tsx')).Proposal }))

export interface ProposedReplyProps {
  row: InboxRow
  /** Empty, and where the words are shown in grey. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Of the element that describes them for a screen reader. */
  hintId: string
  /** Empty when they are put away. */
  onShow: (words: string) => void
  onTake: (words: string) => void
}
/** Words for a customer who waits for the team, from the workspace's own content; to stand while nothing is written. */
export function ProposedReply(props: ProposedReplyProps) {
  const { handler, status, last_message_author, last_seq, id } = props.row
  const isWanted = useProposals() === 'on'
  const isAsked = handler === 'team' && status === 'open' && last_message_author === 'contact'
  if (!isWanted || !isAsked) return null
  return (
    <Suspense fallback={null}>
      <Proposal key={`${id} ${last_seq}`} {...props} />
    </Suspense>
  )
}
