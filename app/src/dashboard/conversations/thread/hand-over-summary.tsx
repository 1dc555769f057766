import type { Message } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'

/** For the team, in its own language. Hand-overs by an earlier version have only the stored text. */
export function HandoverSummary({ message, messages }: { message: Message; messages: readonly Message[] }) {
  const t = useT()
  const { summary, summary_facts } = message.details
  if (!summary_facts) return summary && <Part label={t('conversations.summary')}>{summary}</Part>
  const { questions, quoted_titles, page } = summary_facts
  const isRepeated =
    questions.length === 1 && quoted_titles.length === 0 && followsQuestion(message, messages)
  return (
    <>
      {questions.length > 0 && !isRepeated && (
        <Part label={t('conversations.questions')}>{questions.join('\n')}</Part>
      )}
      {quoted_titles.length > 0 && <Part label={t('conversations.quoted')}>{quoted_titles.join('\n')}</Part>}
      {page && <Part label={t('conversations.started_on')}>{page}</Part>}
    </>
  )
}

const followsQuestion = ({ seq }: Message, messages: readonly Message[]) =>
  messages.findLast((one) => one.seq < seq && (one.kind === 'text' || one.kind === 'answer'))?.author ===
  'contact'

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 overflow-clip break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
