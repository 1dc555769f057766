import { blocksPublishing, type FlowProblem } from '@ozvi/contract/scenario-checks'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEditorParts } from './editor-context.ts'
import { stepTitle } from './step-text.ts'

/** What keeps the draft from being published or a step from working, each with a link to its step. */
export function ProblemList({
  problems,
  onOpen,
}: {
  problems: readonly FlowProblem[]
  /** @param step_id undefined for the start */
  onOpen: (step_id: string | undefined) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 text-base text-success">
        <Icon name="circle-check" />
        {t('scenarios.problems_none')}
      </p>
    )
  return (
    <ul className="flex flex-col gap-1">
      {problems.map((problem) => {
        const { code, step_id, path } = problem
        const index = flow.steps.findIndex(({ id }) => id === step_id)
        const step = flow.steps[index]
        const language = code === 'text_missing' ? ` (${path?.split('.').at(-1) ?? ''})` : ''
        return (
          <li key={`${code} ${step_id ?? ''} ${path ?? ''}`}>
            <button
              type="button"
              onClick={() => onOpen(step_id)}
              className="flex min-h-9 w-full items-start gap-2 rounded-control p-1.5 text-left text-base hover:bg-inset touch:min-h-11"
            >
              <Icon
                name="alert-triangle"
                size={16}
                className={`mt-0.5 ${blocksPublishing(problem) ? 'text-danger' : 'text-warning'}`}
              />
              <span className="min-w-0">
                <span className="font-medium">
                  {step ? `${index + 1}. ${stepTitle(step, t)}` : t('scenarios.start')}
                </span>
                <span className="block text-sm text-muted">
                  {t(`scenarios.problem_${code}`)}
                  {language}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
