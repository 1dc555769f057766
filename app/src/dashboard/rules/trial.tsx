import { type RuleTrial, tryRule } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/wire.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { ConversationLine } from './conversation-line.tsx'
import type { questionOf } from './draft.ts'

const shown = 10

/** The dry run: past conversations in which the rule would have run. */
export function Trial({
  integration_id,
  question,
}: {
  integration_id: string
  question: ReturnType<typeof questionOf>
}) {
  const t = useT()
  const [tried, setTried] = useState<{ trial: RuleTrial; question: string }>()
  const [isWhole, setWhole] = useState(false)
  const asked = JSON.stringify(question)
  const { run, isBusy, problem } = useAction(async () => {
    const trial = await call(tryRule, { integration_id, ...question })
    setTried({ trial, question: asked })
    setWhole(false)
  })
  // Results of other conditions aren't shown.
  const trial = tried?.question === asked ? tried.trial : undefined
  return (
    <Section title={t('rules.trial')} description={t('rules.trial_text')}>
      <Button icon="search" isBusy={isBusy} onClick={() => void run()}>
        {t('rules.trial_run')}
      </Button>
      {problem && (
        <div className="mt-4">
          <Alert tone="danger" title={problem.message} />
        </div>
      )}
      <div role="status">
        {trial && (
          <p className="mt-4 text-base font-medium">
            {t('rules.trial_result', { count: trial.items.length, total: trial.looked_at })}
          </p>
        )}
      </div>
      {trial && trial.items.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line">
            {(isWhole ? trial.items : trial.items.slice(0, shown)).map((item) => (
              <ConversationLine key={item.conversation_id} item={item} />
            ))}
          </ul>
          {!isWhole && trial.items.length > shown && (
            <Button size="sm" className="mt-2" onClick={() => setWhole(true)}>
              {t('rules.trial_all', { count: trial.items.length })}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
