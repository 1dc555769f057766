import { type Integration, can, type RightsHolder } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import { suggestionActions } from '#dashboard/suggestions'
import { AnswerDialog } from './answer-dialog.tsx'
import { type QuestionFields, useSourceActions } from '../data.ts'

/** A new saved answer. Members without the right suggest it instead. */
export function NewAnswer({
  integration,
  initial,
  unanswered_id,
  onClose,
}: {
  integration: Pick<Integration, 'id' | keyof RightsHolder>
  /** The question and its reply. */
  initial?: Pick<QuestionFields, 'question' | 'answer' | 'alternatives'>
  /** The unanswered question it answers. */
  unanswered_id?: string
  onClose: () => void
}) {
  const t = useT()
  const [id] = useState(() => crypto.randomUUID())
  const integration_id = integration.id
  const { addQuestion } = useSourceActions(integration_id)
  const keeps = can(integration, 'knowledge.manage')
  return (
    <AnswerDialog
      title={keeps ? t('data-sources.kind_question') : t('data-sources.suggest')}
      text={keeps ? t('data-sources.kind_question_text') : t('data-sources.suggest_text')}
      label={keeps ? t('data-sources.add_now') : t('data-sources.suggest_now')}
      {...(initial && { initial })}
      onSave={async (fields) => {
        const input = { ...fields, ...(unanswered_id && { unanswered_id }) }
        const name = input.question
        if (keeps) await addQuestion(input)
        else await suggestionActions(integration_id).suggestAnswer(id, input)
        toast.success(
          keeps ? t('data-sources.done_added', { name }) : t('data-sources.done_suggested', { name }),
        )
      }}
      onClose={onClose}
    />
  )
}
