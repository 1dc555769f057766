import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSingleSignOnActions } from './data.ts'

/** Tests the saved settings. */
export function TestSection({ integration_id }: { integration_id: string }) {
  const t = useT()
  const { test } = useSingleSignOnActions(integration_id)
  const [checks, setChecks] = useState<Awaited<ReturnType<typeof test>>>([])
  const { run, isBusy, problem } = useAsyncAction(async () => {
    setChecks([])
    setChecks(await test())
  })
  const isPassed = checks.length > 0 && checks.every(({ failure }) => failure === null)
  return (
    <Section title={t('single-sign-on.test')} description={t('single-sign-on.test_text')}>
      <div className="flex flex-col items-start gap-3">
        <Button isBusy={isBusy} onClick={() => void run()}>
          {t('single-sign-on.test_run')}
        </Button>
        <div role="status" className="flex w-full flex-col gap-3">
          {checks.length > 0 && (
            <ul className="flex flex-col gap-2">
              {checks.map(({ check, failure }) => (
                <li key={check} className="flex items-start gap-2.5 text-base">
                  <Icon
                    name={failure ? 'alert-triangle' : 'circle-check'}
                    className={failure ? 'mt-px text-warning' : 'mt-px text-success'}
                  />
                  <span>
                    <span className="font-medium">{t(`single-sign-on.check_${check}`)}</span>
                    {' – '}
                    {t(failure ? `single-sign-on.failure_${failure}` : 'single-sign-on.passed')}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {isPassed && <Alert tone="success" title={t('single-sign-on.test_passed')} />}
        </div>
        {problem && <Alert tone="danger" title={errorText(problem)} />}
      </div>
    </Section>
  )
}
