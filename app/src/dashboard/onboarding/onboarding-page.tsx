import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import type { Appearance } from '#dashboard/client'
import { DoneStep } from './done-step.tsx'
import { InstallStep } from './install-step.tsx'
import { useSavedStep } from './saved-step.ts'
import { LivePreview } from './live-preview.tsx'
import { Progress } from './progress.tsx'
import { type Step, stepOf, useSetUp, useStepPath } from './steps.ts'
import { TeamStep } from './team-step.tsx'
import { WebsiteStep } from './website-step.tsx'

// These steps need larger modules, loaded with them.
const KnowledgeStep = lazy(() =>
  import('./knowledge-step.tsx').then((module) => ({ default: module.KnowledgeStep })),
)
const AppearanceStep = lazy(() =>
  import('./appearance-step.tsx').then((module) => ({ default: module.AppearanceStep })),
)
const TryStep = lazy(() => import('./try-step.tsx').then((module) => ({ default: module.TryStep })))

/** From a website to the first answer. Each step has a URL; progress is never lost. */
// The router requires a default export.
export default function OnboardingPage() {
  const { step: stepName } = useParams()
  const [search] = useSearchParams()
  const integration = useSetUp()
  const pathOf = useStepPath(integration)
  const step = stepOf(stepName)
  useSavedStep(integration, step)
  if (!integration && step !== 'website') return <Redirect to={pathOf('website')} />
  if (!step) {
    const savedStep = stepOf(integration?.onboarding_step) ?? 'knowledge'
    return <Redirect to={pathOf(integration?.onboarded_at ? 'done' : savedStep)} />
  }
  // Keyed by URL, not workspace: creating one must not restart the step.
  return <StepPage key={search.get('integrationId')} step={step} />
}

/** Navigates in an effect: only the browser knows the last step. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}

function StepPage({ step }: { step: Step }) {
  const t = useT()
  const integration = useSetUp()
  const [appearance, setAppearance] = useState<Appearance | null>(null)
  return (
    <div className="min-h-full lg:flex lg:h-full lg:overflow-hidden">
      <title>{`${t(`onboarding.${step}_title`)} – Ozvi`}</title>
      <div className="flex min-h-full min-w-0 flex-1 flex-col items-center px-4 py-6 sm:px-8 sm:py-10 lg:max-w-176 lg:overflow-y-auto">
        <div className="flex w-full max-w-120 flex-1 flex-col">
          {step !== 'done' && <Progress step={step} integration={integration} />}
          <Suspense fallback={<StepSkeleton />}>
            <StepContent step={step} onAppearance={setAppearance} />
          </Suspense>
        </div>
      </div>
      <LivePreview integration={integration} appearance={appearance} />
    </div>
  )
}

function StepContent({
  step,
  onAppearance,
}: {
  step: Step
  onAppearance: (appearance: Appearance | null) => void
}) {
  const integration = useSetUp()
  if (!integration) return <WebsiteStep integration={integration} />
  switch (step) {
    case 'website':
      return <WebsiteStep integration={integration} />
    case 'knowledge':
      return <KnowledgeStep integration={integration} />
    case 'try':
      return <TryStep integration={integration} />
    case 'look':
      return <AppearanceStep integration={integration} onAppearance={onAppearance} />
    case 'install':
      return <InstallStep integration={integration} />
    case 'team':
      return <TeamStep integration={integration} />
    case 'done':
      return <DoneStep integration={integration} />
  }
}

function StepSkeleton() {
  return (
    <SkeletonArea className="mt-8 flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-40 rounded-card" />
    </SkeletonArea>
  )
}
