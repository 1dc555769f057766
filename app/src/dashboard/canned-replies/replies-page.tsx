import { type CannedReply, may } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/say-failure.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { useCannedReplies, useReplyActions } from './data.ts'
import { FileCount, namesOf } from './file-count.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

// The router asks for a default export.
export default function RepliesPage() {
  const t = useT()
  const integration = useIntegration()
  const { data: replies, error, isFetching, refetch } = useCannedReplies(integration.id)
  const actions = useReplyActions(integration.id)
  const [open, setOpen] = useState<CannedReply | 'new' | null>(null)
  const canAnswer = may(integration.role, 'conversations.answer')
  const canShare = may(integration.role, 'knowledge.manage')
  const quick = (act: Promise<unknown>) => act.catch((failure: unknown) => sayFailure(failure, t))
  const remove = (reply: CannedReply) =>
    quick(
      actions.remove(reply.id).then(() =>
        toast.success(t('canned-replies.deleted', { name: reply.title }), {
          label: t('canned-replies.undo'),
          onClick: () =>
            void quick(
              actions.save({
                ...reply,
                file_ids: reply.attachments.map(({ id }) => id),
                is_shared: reply.owner_id === null,
              }),
            ),
        }),
      ),
    )
  const create = canAnswer && (
    <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('canned-replies.create')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('canned-replies.title')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('canned-replies.title')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('canned-replies.text')}</p>
        </div>
        {replies && replies.length > 0 && create}
      </div>
      {!replies ? (
        error ? (
          <ReadFailure
            title={t('canned-replies.failed')}
            error={error}
            isFetching={isFetching}
            refetch={refetch}
          />
        ) : (
          <SkeletonArea>
            <Skeleton className="h-56 rounded-card" />
          </SkeletonArea>
        )
      ) : replies.length === 0 ? (
        <Card>
          <EmptyState icon="message" title={t('canned-replies.empty')} action={create}>
            {t('canned-replies.empty_text')}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {replies.map((reply) => (
              <li key={reply.id} className="flex items-center gap-1 py-2 pr-2 pl-4">
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="min-w-0 truncate text-base font-medium">{reply.title}</span>
                    <span className="text-sm text-muted">/{reply.shortcut}</span>
                    {reply.owner_id && <Badge>{t('canned-replies.own')}</Badge>}
                    {reply.locale && <Badge>{reply.locale.toUpperCase()}</Badge>}
                    {reply.attachments.length > 0 && <FileCount count={reply.attachments.length} />}
                  </span>
                  <span className="block truncate text-sm text-muted">{reply.body || namesOf(reply)}</span>
                </span>
                {canAnswer && (reply.owner_id || canShare) && (
                  <>
                    <IconButton
                      icon="pencil"
                      size="sm"
                      label={t('canned-replies.edit_named', { name: reply.title })}
                      onClick={() => setOpen(reply)}
                    />
                    <IconButton
                      icon="trash"
                      size="sm"
                      label={t('canned-replies.delete_named', { name: reply.title })}
                      onClick={() => void remove(reply)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {open && (
        <ReplyDialog
          key={open === 'new' ? 'new' : open.id}
          integration_id={integration.id}
          reply={open === 'new' ? undefined : open}
          canShare={canShare}
          actions={actions}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
