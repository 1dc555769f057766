import { type RuleDryRun, dryRunRule } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { ConversationLine } from './conversation-line.tsx'
import type { questionOf } from './draft.ts'

const shownMax = 10

/** The dry run: past conversations in which the rule would have run. */
export function DryRun({
  integration_id,
  question,
}: {
  integration_id: string
  question: ReturnType<typeof questionOf>
}) {
  const t = useT()
  const [tried, setTried] = useState<{ dryRun: RuleDryRun; question: string }>()
  const [isExpanded, setExpanded] = useState(false)
  const serialized = JSON.stringify(question)
  const { run, isBusy, problem } = useAsyncAction(async () => {
    const dryRun = await call(dryRunRule, { integration_id, ...question })
    setTried({ dryRun, question: serialized })
    setExpanded(false)
  })
  // Results of other conditions aren't shown.
  const dryRun = tried?.question === serialized ? tried.dryRun : undefined
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
        {dryRun && (
          <p className="mt-4 text-base font-medium">
            {t('rules.trial_result', { count: dryRun.items.length, total: dryRun.checked_count })}
          </p>
        )}
      </div>
      {dryRun && dryRun.items.length > 0 && (
        <>
          <ul className="mt-2 divide-y divide-line">
            {(isExpanded ? dryRun.items : dryRun.items.slice(0, shownMax)).map((item) => (
              <ConversationLine key={item.conversation_id} item={item} />
            ))}
          </ul>
          {!isExpanded && dryRun.items.length > shownMax && (
            <Button size="sm" className="mt-2" onClick={() => setExpanded(true)}>
              {t('rules.trial_all', { count: dryRun.items.length })}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
