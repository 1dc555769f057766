import { type Integration, can, type RightsHolder } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import { suggestionActions } from '#dashboard/suggestions'
import { useReplyActions } from './data.ts'
import { type Visibility, ReplyDialog } from './reply-dialog.tsx'

/**
 * A new reply, shared or personal. Members without the right suggest it instead.
 *
 * @param body text to start with; empty by default
 */
export function NewReply({
  integration,
  body,
  onClose,
}: {
  integration: Pick<Integration, 'id' | keyof RightsHolder>
  body?: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const [id] = useState(() => crypto.randomUUID())
  const integration_id = integration.id
  const { save } = useReplyActions(integration_id)
  const canShare = can(integration, 'knowledge.manage')
  const isWritten = body !== undefined
  const visibilities: Visibility[] = isWritten ? ['suggested', 'me'] : ['me', 'suggested']
  const titleOfWritten = canShare ? t('canned-replies.keep') : t('canned-replies.suggest')
  return (
    <ReplyDialog
      integration_id={integration_id}
      title={isWritten ? titleOfWritten : t('canned-replies.create')}
      {...(!canShare && { description: t('canned-replies.suggest_text') })}
      text={{ body: body ?? '' }}
      visibility={canShare ? ['team', 'me'] : visibilities}
      onSave={async (text, visibility) => {
        if (visibility === 'suggested')
          await suggestionActions(integration_id).suggestReply(id, { ...text, target_id: null })
        else await save(id, text, visibility === 'team')
        const name = text.title
        if (visibility === 'suggested') toast.success(t('canned-replies.done_suggested', { name }))
        else if (isWritten) toast.success(t('canned-replies.done_kept', { name }))
      }}
      onClose={onClose}
    />
  )
}
