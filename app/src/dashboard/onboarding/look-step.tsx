import type { ClientSettings, Integration } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { type Look, LookSection, lookOf, TextsSection, useClientSettings, useDraft } from '#dashboard/client'
import { LeaveQuestion } from '#dashboard/settings'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'
import { useStepPath } from './steps.ts'
import { useWebsiteFacts } from './website-facts.ts'

interface Props {
  integration: Integration
  /** Applies a theme to the preview. */
  onLook: (look: Look) => void
}
/** Color, side and greeting of the chat, as in its settings, with a preview. */
export function LookStep({ integration, onLook }: Props) {
  const t = useT()
  const { data: settings, error, isFetching, refetch } = useClientSettings(integration.id)
  if (settings) return <LookForm settings={settings} integration={integration} onLook={onLook} />
  return (
    <StepFrame
      step="look"
      text={t('onboarding.look_text')}
      footer={<StepLinks step="look" integration={integration} isDone={false} />}
    >
      {error ? (
        <ReadFailure title={t('client.failed')} error={error} isFetching={isFetching} refetch={refetch} />
      ) : (
        <SkeletonArea>
          <Skeleton className="h-96 rounded-card" />
        </SkeletonArea>
      )}
    </StepFrame>
  )
}

const formId = 'onboarding-look'
const fieldNames = ['colour', 'greeting_en', 'intro_en', 'greeting_sk', 'intro_sk'] as const

function LookForm({ settings, integration, onLook }: Props & { settings: ClientSettings }) {
  const t = useT()
  const navigate = useNavigate()
  const next = useStepPath(integration)('install')
  const { app_url } = usePublicConfig()
  // Our own URL is a placeholder: its color isn't the company's.
  const facts = useWebsiteFacts(integration.url === app_url ? '' : integration.url)
  const [isSaved, setSaved] = useState(false)
  const draft = useDraft(settings, () => setSaved(true))
  const { fields, stored, isDirty } = draft
  const worn = JSON.stringify(lookOf(fields, stored, integration.locale, 'auto'))
  const kept = JSON.stringify(lookOf(stored, stored, integration.locale, 'auto'))
  useEffect(() => {
    // Serialized just above.
    onLook(JSON.parse(worn) as Look)
    return () => onLook(JSON.parse(kept) as Look)
  }, [onLook, worn, kept])
  // Only after there are no unsaved changes, or leaving would ask.
  useEffect(() => {
    if (isSaved && !isDirty) void navigate(next)
  }, [isSaved, isDirty, navigate, next])
  return (
    <StepFrame
      step="look"
      text={t('onboarding.look_text')}
      footer={
        <>
          <PageLink to={next} className={buttonStyle('quiet')}>
            {t('onboarding.skip')}
          </PageLink>
          <Button type="submit" form={formId} look="primary" size="lg" isBusy={draft.isBusy}>
            {t('onboarding.continue')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        labels={Object.fromEntries(fieldNames.map((name) => [name, t(`client.${name}`)]))}
        problem={draft.problem}
        onSubmit={() => {
          if (!isDirty) return void navigate(next)
          setSaved(false)
          draft.save()
        }}
      >
        <LookSection draft={draft} isAllowed proposed={facts?.colour ?? null} />
        <TextsSection draft={draft} integration={integration} isAllowed />
      </Form>
      <LeaveQuestion isAsked={isDirty} />
    </StepFrame>
  )
}
