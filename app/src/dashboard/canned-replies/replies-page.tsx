import { type CannedReply, type Integration, can } from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { usersQuery } from '#dashboard/users'
import {
  type SuggestionOf,
  OwnSuggestions,
  SuggestedList,
  suggestionActions,
  useSuggestions,
} from '#dashboard/suggestions'
import { type SavedText, savedText, useCannedReplies, useReplyActions, repliesOf } from './data.ts'
import { FileCount, namesOf } from './file-count.tsx'
import { NewReply } from './new-reply.tsx'
import { ReplyComparison } from './reply-comparison.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

/** The open dialog: a new reply, an edit, a suggested edit, or a suggestion. */
type Open =
  | { kind: 'new' }
  | { kind: 'edit'; reply: CannedReply }
  /** The id of the suggestion. */
  | { kind: 'change'; reply: CannedReply; id: string }
  | { kind: 'mend' | 'accept'; suggestion: SuggestionOf<'canned_reply'> }

export const queries: Queries = inWorkspace(({ id }) => [repliesOf(id), usersQuery(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function RepliesPage() {
  const t = useT()
  const integration = useIntegration()
  const query = useCannedReplies(integration.id)
  const replies = query.data
  const { waiting, own, ...suggested } = useSuggestions(integration, 'canned_reply')
  const actions = useReplyActions(integration.id)
  const [open, setOpen] = useState<Open>()
  const canAnswer = can(integration, 'conversations.answer')
  const canShare = can(integration, 'knowledge.manage')
  const canSuggest = can(integration, 'knowledge.suggest')
  const suggestionCalls = suggestionActions(integration.id)
  const toastOnError = useToastOnError()
  const remove = (reply: CannedReply) =>
    toastOnError(
      actions.remove(reply.id).then(() =>
        toast.success(t('canned-replies.deleted', { name: reply.title }), {
          label: t('canned-replies.undo'),
          onClick: () => void toastOnError(actions.save(reply.id, savedText(reply), reply.owner_id === null)),
        }),
      ),
    )
  /** The shared reply a suggestion would change. */
  const targetOf = ({ target_id }: SuggestionOf<'canned_reply'>) =>
    replies?.find(({ id, owner_id }) => id === target_id && owner_id === null)
  const resubmit = (suggestion: SuggestionOf<'canned_reply'>, text = savedText(suggestion.content)) =>
    suggestionCalls.suggestReply(suggestion.id, { ...text, target_id: targetOf(suggestion)?.id ?? null })
  const create = canAnswer && (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ kind: 'new' })}>
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
      {suggested.failure && (
        <LoadError
          title={t('suggestions.failed')}
          error={suggested.failure}
          isFetching={suggested.isFetching}
          refetch={suggested.refetch}
        />
      )}
      {replies && (
        <SuggestedList
          suggestions={waiting}
          show={(one) => (
            <ReplyComparison reply={one.content} target={targetOf(one)} isChange={one.target_id !== null} />
          )}
          onAccept={(one) => suggestionCalls.acceptReply(one.id, savedText(one.content))}
          onEdit={(suggestion) => setOpen({ kind: 'accept', suggestion })}
          onDecline={(one, reason) => suggestionCalls.decline(one.id, reason)}
        />
      )}
      {!replies ? (
        <LoadFallback title={t('canned-replies.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      ) : replies.length === 0 ? (
        <Card>
          <EmptyState icon="message" title={t('canned-replies.empty')} action={create}>
            {t(canAnswer ? 'canned-replies.empty_text' : 'canned-replies.empty_read_only')}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {replies.map((reply) => (
              <ReplyRow
                key={reply.id}
                reply={reply}
                canEdit={canAnswer && (reply.owner_id !== null || canShare)}
                canSuggest={canSuggest}
                onOpen={setOpen}
                onRemove={() => void remove(reply)}
              />
            ))}
          </ul>
        </Card>
      )}
      {replies && (
        <OwnSuggestions
          suggestions={own}
          show={({ content }) => `/${content.shortcut} · ${content.body || namesOf(content)}`}
          onEdit={(suggestion) => setOpen({ kind: 'mend', suggestion })}
          onWithdraw={(one) => suggestionCalls.withdraw(one.id)}
          onUndo={resubmit}
        />
      )}
      {open && (
        <Writing
          open={open}
          integration={integration}
          onSave={actions.save}
          onSuggest={resubmit}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function ReplyRow({
  reply,
  canEdit,
  canSuggest,
  onOpen,
  onRemove,
}: {
  reply: CannedReply
  canEdit: boolean
  canSuggest: boolean
  onOpen: (open: Open) => void
  onRemove: () => void
}) {
  const t = useT()
  const open = () =>
    onOpen(canEdit ? { kind: 'edit', reply } : { kind: 'change', reply, id: crypto.randomUUID() })
  return (
    <li className={cn('flex items-center gap-1 py-2 pr-2 pl-4', (canEdit || canSuggest) && targetRow)}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {canEdit || canSuggest ? (
            <button
              type="button"
              aria-label={t(`canned-replies.${canEdit ? 'edit' : 'change'}_named`, { name: reply.title })}
              onClick={open}
              className={cn(rowTarget, 'min-w-0 truncate text-left text-base font-medium')}
            >
              {reply.title}
            </button>
          ) : (
            <span className="min-w-0 truncate text-base font-medium">{reply.title}</span>
          )}
          <span className="text-sm text-muted">/{reply.shortcut}</span>
          {reply.owner_id && <Badge>{t('canned-replies.own')}</Badge>}
          {reply.locale && <Badge>{reply.locale.toUpperCase()}</Badge>}
          {reply.attachments.length > 0 && <FileCount count={reply.attachments.length} />}
        </span>
        <span className="block truncate text-sm text-muted">{reply.body || namesOf(reply)}</span>
      </span>
      {canEdit ? (
        <IconButton
          icon="trash"
          size="sm"
          className="relative z-1"
          label={t('canned-replies.delete_named', { name: reply.title })}
          onClick={onRemove}
        />
      ) : (
        canSuggest && (
          <span aria-hidden className="shrink-0 px-2 text-sm text-muted">
            {t('canned-replies.change')}
          </span>
        )
      )}
    </li>
  )
}

/** The dialog of the open form. */
function Writing({
  open,
  integration,
  onSave,
  onSuggest,
  onClose,
}: {
  open: Open
  integration: Integration
  onSave: ReturnType<typeof useReplyActions>['save']
  onSuggest: (suggestion: SuggestionOf<'canned_reply'>, text: SavedText) => Promise<unknown>
  onClose: () => void
}) {
  const t = useT()
  const { id: integration_id } = integration
  const actions = suggestionActions(integration_id)
  const suggesting = { description: t('canned-replies.suggest_text'), label: t('canned-replies.suggest_now') }
  switch (open.kind) {
    case 'new':
      return <NewReply integration={integration} onClose={onClose} />
    case 'edit':
      return (
        <ReplyDialog
          integration_id={integration_id}
          title={t('canned-replies.edit')}
          text={open.reply}
          visibility={
            !can(integration, 'knowledge.manage') ? [] : open.reply.owner_id ? ['me', 'team'] : ['team', 'me']
          }
          onSave={(text, visibility) => onSave(open.reply.id, text, visibility === 'team')}
          onClose={onClose}
        />
      )
    case 'change':
      return (
        <ReplyDialog
          {...suggesting}
          integration_id={integration_id}
          title={t('canned-replies.change')}
          text={open.reply}
          onSave={(text) => actions.suggestReply(open.id, { ...text, target_id: open.reply.id })}
          onClose={onClose}
        />
      )
    case 'mend':
      return (
        <ReplyDialog
          {...suggesting}
          integration_id={integration_id}
          title={t('canned-replies.suggest')}
          text={open.suggestion.content}
          onSave={(text) => onSuggest(open.suggestion, text)}
          onClose={onClose}
        />
      )
    case 'accept':
      return (
        <ReplyDialog
          integration_id={integration_id}
          title={t('suggestions.edit')}
          description={t('suggestions.edit_text', { by: open.suggestion.by_name })}
          label={t('suggestions.accept')}
          text={open.suggestion.content}
          onSave={(text) => actions.acceptReply(open.suggestion.id, text)}
          onClose={onClose}
        />
      )
  }
}
