import { Problem } from '@ozvi/contract'
import { useParams } from 'react-router'
import { problemWords } from '#platform/action.ts'
import { type Preload, takeOver } from '#platform/drawn.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { integrationAhead } from '#dashboard/integrations'
import { conversationOf, threadOf, useConversation } from './data.ts'
import { useInbox } from './inbox-context.ts'
import { OpenConversation } from './open-conversation.tsx'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'

/** Its list is read by the layout around it. */
export const preload: Preload = async (cache, { params }) => {
  const integration = await integrationAhead(cache, params['integrationId'])
  const { id } = params
  if (!integration || !id) return false
  await Promise.all([
    cache.ensureQueryData(conversationOf(integration.id, id)),
    cache.ensureQueryData(threadOf(integration.id, id)),
  ])
  return true
}
export const clientLoader = takeOver(preload)

// The router asks for a default export.
export default function ConversationPage() {
  const { id = '' } = useParams()
  return <Conversation key={id} id={id} />
}

function Conversation({ id }: { id: string }) {
  const t = useT()
  const { integration, listPath } = useInbox()
  const { data: row, error, isFetching, refetch } = useConversation(integration.id, id)
  const isAbsent = error instanceof Problem && error.code === 'not_found'
  // It may have gone while it was open.
  if (row && !isAbsent) return <OpenConversation row={row} />
  if (!error) return <ThreadSkeleton />
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState
        icon={isAbsent ? 'search' : 'alert-triangle'}
        title={isAbsent ? t('conversations.absent') : t('conversations.failed')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <PageLink to={listPath} className={buttonStyle('plain')}>
              {t('conversations.back')}
            </PageLink>
            {!isAbsent && (
              <Button look="primary" icon="refresh" isBusy={isFetching} onClick={() => void refetch()}>
                {t('ui.retry')}
              </Button>
            )}
          </div>
        }
      >
        {isAbsent ? t('conversations.absent_text') : problemWords(error, t).message}
      </EmptyState>
    </div>
  )
}
