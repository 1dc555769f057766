import { type Integration, can, type SuggestedQuestion } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { LoadError } from '#ui/load-error.tsx'
import {
  type SuggestionOf,
  OwnSuggestions,
  SuggestedList,
  suggestionActions,
  useSuggestions,
} from '#dashboard/suggestions'
import { AnswerDialog } from './answer-dialog.tsx'

const wordsOf = ({ question, alternatives, answer }: SuggestedQuestion) => ({
  question,
  alternatives,
  answer,
})

/** Suggested answers for those who decide, otherwise the member's own. */
export function SuggestedAnswers({ integration }: { integration: Integration }) {
  const t = useT()
  const { waiting, own, failure, isFetching, refetch } = useSuggestions(integration, 'question')
  const [open, setOpen] = useState<SuggestionOf<'question'>>()
  const actions = suggestionActions(integration.id)
  const decides = can(integration, 'knowledge.manage')
  const suggest = ({ id, content }: SuggestionOf<'question'>) => actions.suggestAnswer(id, wordsOf(content))
  return (
    <>
      {failure && (
        <LoadError
          title={t('suggestions.failed')}
          error={failure}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      <SuggestedList
        suggestions={waiting}
        show={({ content }) => (
          <div className="flex flex-col gap-1.5 text-base break-words">
            <p className="font-medium">{content.question}</p>
            {content.alternatives.map((other) => (
              <p key={other} className="text-sm text-muted">
                {other}
              </p>
            ))}
            <p className="whitespace-pre-line">{content.answer}</p>
          </div>
        )}
        onAccept={({ id, content }) => actions.acceptAnswer(id, wordsOf(content))}
        onEdit={setOpen}
        onDecline={({ id }, reason) => actions.decline(id, reason)}
      />
      <OwnSuggestions
        suggestions={own}
        show={({ content }) => content.answer}
        onEdit={setOpen}
        onWithdraw={({ id }) => actions.withdraw(id)}
        onUndo={suggest}
      />
      {open && (
        <AnswerDialog
          title={decides ? t('suggestions.edit') : t('data-sources.suggest')}
          text={decides ? t('suggestions.edit_text', { by: open.by_name }) : t('data-sources.suggest_text')}
          label={decides ? t('suggestions.accept') : t('data-sources.suggest_now')}
          initial={wordsOf(open.content)}
          onSave={(answer) =>
            decides ? actions.acceptAnswer(open.id, answer) : actions.suggestAnswer(open.id, answer)
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
