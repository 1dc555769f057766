import { lazy, Suspense } from 'react'
import type { ProposedReplyProps } from './proposal.tsx'
import { useProposals } from './proposals.ts'

const Proposal = lazy(async () => ({ default: (await import('./proposal.tsx')).Proposal }))

/** A suggested reply from the workspace's content, shown while the composer is empty. */
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
