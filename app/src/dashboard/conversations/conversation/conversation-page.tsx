import { Problem, effectiveAccess } from '@ozvi/contract'
import { useParams } from 'react-router'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useDraft } from '../composer/drafts.ts'
import { threadOf } from '../data/data.ts'
import { useReceipts } from '../data/live-inbox.ts'
import { conversationOf, useConversation } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { OpenConversation } from './open-conversation.tsx'
import { ThreadSkeleton } from '../thread/thread-skeleton.tsx'

/** The conversation without the list, which the layout loads. */
export const queries: Queries = inWorkspace(({ id: integration_id }, { params: { id = '' } }) => [
  conversationOf(integration_id, id),
  threadOf(integration_id, id),
])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ConversationPage() {
  const { id = '' } = useParams()
  return <Conversation key={id} id={id} />
}

function Conversation({ id }: { id: string }) {
  const t = useT()
  const { integration, listPath } = useInbox()
  const { row, error, isFetching, refetch } = useConversation(integration.id, id)
  useReceipts(integration.id, id)
  const isAbsent = error instanceof Problem && error.code === 'not_found'
  const isLimited = effectiveAccess(integration) !== 'all'
  // It may have been deleted while open.
  if (row && !isAbsent) return <OpenConversation row={row} />
  if (!error)
    return (
      <>
        <title>{`${t('conversations.inbox')} – ${integration.name}`}</title>
        <ThreadSkeleton />
      </>
    )
  const reason = isLimited ? 'unseen' : 'absent'
  const title = t(`conversations.${isAbsent ? reason : 'failed'}`)
  return (
    <div className="flex h-full items-center justify-center">
      <title>{`${title} – ${integration.name}`}</title>
      <EmptyState
        icon={isAbsent ? 'search' : 'alert-triangle'}
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <PageLink to={listPath} className={buttonStyle('plain')}>
              {t('conversations.back')}
            </PageLink>
            {!isAbsent && (
              <Button variant="primary" icon="refresh" isBusy={isFetching} onClick={() => void refetch()}>
                {t('ui.retry')}
              </Button>
            )}
          </div>
        }
      >
        {isAbsent ? t(`conversations.${reason}_text`) : formProblem(error, t).message}
        {isAbsent && <DraftPreview conversation={{ integration_id: integration.id, conversation_id: id }} />}
      </EmptyState>
    </div>
  )
}

/** Unsent text of the conversation; kept on this device until its author discards it. */
function DraftPreview({ conversation }: { conversation: Parameters<typeof useDraft>[0] }) {
  const t = useT()
  const text = useDraft(conversation)
  if (!text) return null
  return (
    <div className="mt-5 rounded-control border border-line bg-raised p-3 text-left">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm font-medium">{t('conversations.unsent_message')}</p>
        <CopyButton value={text} />
      </div>
      <p className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-ink">{text}</p>
    </div>
  )
}
