import type { Integration } from '@ozvi/contract'
import { useNavigate } from 'react-router'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { finishOnboarding } from '#dashboard/integrations'
import { StepFrame } from './step-frame.tsx'

/** The last step, with a link to the inbox. Reaching it completes the setup. */
export function DoneStep({ integration }: { integration: Integration }) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const inbox = to('app-i-integrationId-conversation', { integrationId: integration.id })
  const finish = useAsyncAction(async () => {
    await finishOnboarding(integration.public_key)
    await navigate(inbox)
  })
  return (
    <StepFrame
      step="done"
      text={t('onboarding.done_text', { name: integration.name })}
      footer={
        <PageLink
          to={to('app-i-integrationId', { integrationId: integration.id })}
          className={buttonStyle('quiet')}
        >
          {t('onboarding.to_dashboard')}
        </PageLink>
      }
    >
      {finish.problem && <Alert tone="danger" title={errorText(finish.problem)} />}
      <Card className="flex flex-col items-start gap-4 p-6">
        <span className="flex size-11 items-center justify-center rounded-full bg-success-subtle text-success">
          <Icon name="circle-check" size={24} />
        </span>
        <div>
          <h2 className="text-lg font-semibold">{t('onboarding.first_message')}</h2>
          <p className="mt-1 text-base text-muted">{t('onboarding.first_message_text')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {integration.onboarded_at ? (
            <PageLink to={inbox} className={buttonStyle('primary', 'lg')}>
              {t('onboarding.to_inbox')}
            </PageLink>
          ) : (
            <Button variant="primary" size="lg" isBusy={finish.isBusy} onClick={() => void finish.run()}>
              {t('onboarding.to_inbox')}
            </Button>
          )}
          <a
            href={`${to('preview')}?key=${encodeURIComponent(integration.public_key)}`}
            target="_blank"
            className={buttonStyle('plain', 'lg')}
          >
            {t('onboarding.write_yourself')}
            <Icon name="external-link" size={16} />
          </a>
        </div>
      </Card>
    </StepFrame>
  )
}
