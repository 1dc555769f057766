import { type Integration, may } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import { suggestionActs } from '#dashboard/suggestions'
import { useReplyActions } from './data.ts'
import { type KeptFor, ReplyDialog } from './reply-dialog.tsx'

/**
 * A new reply, shared or personal. Members without the right suggest it instead.
 *
 * @param body text to start with; empty by default
 */
export function NewReply({
  integration: { id: integration_id, role },
  body,
  onClose,
}: {
  integration: Pick<Integration, 'id' | 'role'>
  body?: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const [id] = useState(() => crypto.randomUUID())
  const { save } = useReplyActions(integration_id)
  const canShare = may(role, 'knowledge.manage')
  const isWritten = body !== undefined
  const kept: KeptFor[] = canShare ? ['team', 'me'] : isWritten ? ['suggested', 'me'] : ['me', 'suggested']
  return (
    <ReplyDialog
      integration_id={integration_id}
      title={
        !isWritten
          ? t('canned-replies.create')
          : canShare
            ? t('canned-replies.keep')
            : t('canned-replies.suggest')
      }
      {...(!canShare && { description: t('canned-replies.suggest_text') })}
      words={{ body: body ?? '' }}
      keptFor={kept}
      onSave={async (words, keptFor) => {
        if (keptFor === 'suggested')
          await suggestionActs(integration_id).suggestReply(id, { ...words, target_id: null })
        else await save(id, words, keptFor === 'team')
        const name = words.title
        if (keptFor === 'suggested') toast.success(t('canned-replies.done_suggested', { name }))
        else if (isWritten) toast.success(t('canned-replies.done_kept', { name }))
      }}
      onClose={onClose}
    />
  )
}
