import type { ClientSettings, Integration } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  type Appearance,
  AppearanceSection,
  appearanceOf,
  TextsSection,
  useClientSettings,
  useDraft,
} from '#dashboard/client'
import { UnsavedChangesDialog } from '#dashboard/settings'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'
import { useStepPath } from './steps.ts'
import { useWebsiteFacts } from './website-facts.ts'

interface Props {
  integration: Integration
  /** Applies a theme to the preview. */
  onAppearance: (appearance: Appearance) => void
}
/** Color, side and greeting of the chat, as in its settings, with a preview. */
export function AppearanceStep({ integration, onAppearance }: Props) {
  const t = useT()
  const query = useClientSettings(integration.id)
  const settings = query.data
  if (settings)
    return <AppearanceForm settings={settings} integration={integration} onAppearance={onAppearance} />
  return (
    <StepFrame
      step="look"
      text={t('onboarding.look_text')}
      footer={<StepLinks step="look" integration={integration} isDone={false} />}
    >
      <LoadFallback title={t('client.failed')} query={query}>
        <Skeleton className="h-96 rounded-card" />
      </LoadFallback>
    </StepFrame>
  )
}

const formId = 'onboarding-look'
const fieldNames = ['color', 'greeting_en', 'intro_en', 'greeting_sk', 'intro_sk'] as const

function AppearanceForm({ settings, integration, onAppearance }: Props & { settings: ClientSettings }) {
  const t = useT()
  const navigate = useNavigate()
  const next = useStepPath(integration)('install')
  const { app_url } = usePublicConfig()
  // Our own URL is a placeholder: its color isn't the company's.
  const facts = useWebsiteFacts(integration.url === app_url ? '' : integration.url)
  const [isSaved, setSaved] = useState(false)
  const draft = useDraft(settings, () => setSaved(true))
  const { fields, stored, isDirty } = draft
  const previewTheme = JSON.stringify(appearanceOf(fields, stored, integration.locale, 'auto'))
  const storedAppearance = JSON.stringify(appearanceOf(stored, stored, integration.locale, 'auto'))
  useEffect(() => {
    // Serialized just above.
    onAppearance(JSON.parse(previewTheme) as Appearance)
    return () => onAppearance(JSON.parse(storedAppearance) as Appearance)
  }, [onAppearance, previewTheme, storedAppearance])
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
          <PageLink to={next} className={buttonStyle('quiet', 'md', '-ml-4')}>
            {t('onboarding.skip')}
          </PageLink>
          <Button type="submit" form={formId} variant="primary" size="lg" isBusy={draft.isBusy}>
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
        <AppearanceSection draft={draft} isAllowed proposed={facts?.color ?? null} />
        <TextsSection draft={draft} integration={integration} isAllowed />
      </Form>
      <UnsavedChangesDialog isAsked={isDirty} />
    </StepFrame>
  )
}
