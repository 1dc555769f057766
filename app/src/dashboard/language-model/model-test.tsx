import type { LanguageModel } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { useTestLanguageModel } from './data.ts'

const seconds = (ms: number) => Math.round(ms / 100) / 10

/** Tests the saved models. */
export function ModelTest({ model }: { model: LanguageModel }) {
  const t = useT()
  const test = useTestLanguageModel(model.integration_id)
  const [result, setResult] = useState<Awaited<ReturnType<typeof test>> | null>(null)
  const { run, isBusy, problem } = useAsyncAction(async () => {
    setResult(null)
    setResult(await test())
  })
  const embedding = result?.embedding
  return (
    <Section title={t('language-model.test')} description={t('language-model.test_text')}>
      <div className="flex flex-col items-start gap-3">
        <Button isBusy={isBusy} onClick={() => void run()}>
          {t('language-model.test_send')}
        </Button>
        <div role="status" className="flex w-full flex-col gap-3">
          {result?.failure === null && (
            <Alert tone="success" title={t('language-model.test_ok', { seconds: seconds(result.took_ms) })} />
          )}
          {result?.failure && <Alert tone="warning" title={t(`language-model.failure_${result.failure}`)} />}
          {embedding && embedding.dimension !== null && (
            <Alert
              tone="success"
              title={t('language-model.test_embedding_ok', {
                seconds: seconds(embedding.took_ms),
                count: embedding.dimension,
              })}
            />
          )}
          {embedding?.failure && (
            <Alert tone="warning" title={t('language-model.test_embedding_failed')}>
              {t(`language-model.failure_${embedding.failure}`)}
            </Alert>
          )}
          {problem && <Alert tone="danger" title={errorText(problem)} />}
        </div>
      </div>
    </Section>
  )
}
