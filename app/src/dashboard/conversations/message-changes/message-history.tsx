import { listMessageVersions, type Message } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MessageFiles } from '../thread/message-files.tsx'

const versionsOf = (integration_id: string, { conversation_id, id, change }: Message) =>
  queryOptions({
    queryKey: ['message-versions', { integration_id, conversation_id, id, version: change?.version ?? 0 }],
    queryFn: () => call(listMessageVersions, { integration_id, conversation_id, message_id: id }),
  })

/** Versions of a message with author and time, newest first. */
export function MessageHistory({
  message,
  integration_id,
  onClose,
}: {
  message: Message
  integration_id: string
  onClose: () => void
}) {
  const t = useT()
  const user = useUser()
  const query = useQuery(versionsOf(integration_id, message))
  const { data } = query
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('messages.history_title')}
      description={t('messages.history_text')}
    >
      {data ? (
        <ol className="flex flex-col gap-4">
          {data.toReversed().map(({ version, action, body, attachments, by_id, by_name, at }) => (
            <li key={version}>
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-medium">
                  {t(`messages.action_${action}`, { who: by_id === user.id ? 'me' : 'other', name: by_name })}
                </span>
                <BaseDate time={at} className="text-muted" />
              </p>
              {action !== 'restored' && (
                <div className="mt-1.5 flex flex-col items-start gap-1 overflow-clip rounded-control border border-line bg-subtle px-3 py-2 text-base break-words">
                  <p className="text-xs text-muted">{t('messages.previous_version')}</p>
                  {body && <Markdown text={body} />}
                  <MessageFiles attachments={attachments} integration_id={integration_id} />
                </div>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <LoadFallback title={t('messages.history_failed')} query={query}>
          <Skeleton className="h-24" />
        </LoadFallback>
      )}
    </Dialog>
  )
}
