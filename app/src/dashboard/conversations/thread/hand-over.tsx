import { can, type Message, questionCharsMax } from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ExplanationButton } from '#dashboard/assistant'
import { LazyAnswerDialog } from '#dashboard/data-sources'
import { useInbox } from '../layout/inbox-context.ts'
import { HandoverSummary } from './hand-over-summary.tsx'

/** Reasons without an answer, as opposed to a requested person. */
const unanswered = ['nothing_found', 'low_confidence_twice', 'loop']

/** The assistant's handover: reason, message to the customer, and summary for the team. */
export function HandoverNotice({ message, messages }: { message: Message; messages: readonly Message[] }) {
  const t = useT()
  const { body, details, sent_at } = message
  const { integration } = useInbox()
  const [isAnswering, setAnswering] = useState(false)
  const isUnanswered = unanswered.some((one) => one === details.reason)
  return (
    <div className="rounded-card border border-line bg-raised">
      <div className="flex gap-2.5 border-b border-line px-4 py-2.5 text-base">
        <Icon name="users" className="mt-px text-bot" />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{t('conversations.handed_over')}</span>
            <BaseDate time={sent_at} format="time" className="text-xs text-muted" />
          </p>
          {details.reason && <p className="text-muted">{t(`conversations.reason_${details.reason}`)}</p>}
        </div>
      </div>
      <dl className="flex flex-col gap-3 px-4 py-3 text-base">
        <div>
          <dt className="text-sm text-muted">{t('conversations.customer_message')}</dt>
          <dd className="mt-0.5">{body}</dd>
        </div>
        <HandoverSummary message={message} messages={messages} />
      </dl>
      {isUnanswered && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-3">
          {can(integration, 'knowledge.suggest') && (
            <Button size="sm" icon="plus" onClick={() => setAnswering(true)}>
              {can(integration, 'knowledge.manage')
                ? t('conversations.add_answer')
                : t('conversations.suggest_answer')}
            </Button>
          )}
          <ExplanationButton message={message} integration_id={integration.id} />
        </div>
      )}
      {isAnswering && (
        <Suspense fallback={null}>
          <LazyAnswerDialog
            integration={integration}
            initial={questionAndAnswer(message, messages)}
            onClose={() => setAnswering(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The customer's question before the handover, and the team's reply. */
function questionAndAnswer({ seq }: Message, messages: readonly Message[]) {
  const textMessages = messages.filter(({ kind, change }) => kind === 'text' && !change?.is_deleted)
  const question = textMessages.findLast((one) => one.author === 'contact' && one.seq < seq)
  const answered = textMessages.find((one) => one.author === 'member' && one.seq > seq)
  return {
    question: question?.body.slice(0, questionCharsMax) ?? '',
    alternatives: [],
    answer: answered?.body ?? '',
  }
}
