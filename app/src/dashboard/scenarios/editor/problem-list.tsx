import { blocksPublishing, type FlowProblem } from '@ozvi/contract/scenario-checks'
import { useId } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { Icon } from '#ui/icon.tsx'
import { useEditorParts } from './editor-context.ts'
import { stepTitle } from './step-text.ts'

/**
 * @param step_id undefined for the start
 * @param path the place of the problem, such as `audience.groups.1.conditions.0.value`
 */
type Open = (step_id: string | undefined, path: string | undefined) => void

/** What keeps the draft from being published, then advice, each with a link to its step. */
export function ProblemList({ problems, onOpen }: { problems: readonly FlowProblem[]; onOpen: Open }) {
  const t = useT()
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 text-base text-success">
        <Icon name="circle-check" />
        {t('scenarios.problems_none')}
      </p>
    )
  const groups = [
    { name: 'blocking', icon: 'alert-triangle', color: 'text-danger' },
    { name: 'advice', icon: 'info', color: 'text-muted' },
  ] as const
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ name, ...mark }) => {
        const ofKind = problems.filter((problem) => blocksPublishing(problem) === (name === 'blocking'))
        return (
          ofKind.length > 0 && <Group key={name} name={name} {...mark} problems={ofKind} onOpen={onOpen} />
        )
      })}
    </div>
  )
}

interface GroupProps {
  name: 'blocking' | 'advice'
  icon: 'alert-triangle' | 'info'
  color: string
  problems: readonly FlowProblem[]
  onOpen: Open
}
function Group({ name, icon, color, problems, onOpen }: GroupProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const heading = useId()
  return (
    <section>
      <h3 id={heading} className="px-1.5 text-sm font-medium">
        {t(`scenarios.problems_${name}`)}
      </h3>
      <ul aria-labelledby={heading} className="mt-1 flex flex-col gap-1">
        {problems.map(({ code, step_id, path }) => {
          const index = flow.steps.findIndex(({ id }) => id === step_id)
          const step = flow.steps[index]
          const place =
            code === 'text_missing' ? path?.split('.').at(-1) : step ? undefined : placeInAudience(path, t)
          return (
            <li key={`${code} ${step_id ?? ''} ${path ?? ''}`}>
              <button
                type="button"
                onClick={() => onOpen(step_id, path)}
                className="flex min-h-9 w-full items-start gap-2 rounded-control p-1.5 text-left text-base hover:bg-inset touch:min-h-11"
              >
                <Icon name={icon} size={16} className={`mt-0.5 ${color}`} />
                <span className="min-w-0">
                  <span className="font-medium">
                    {step ? `${index + 1}. ${stepTitle(step, t)}` : t('scenarios.start')}
                  </span>
                  <span className="block text-sm text-muted">
                    {t(`scenarios.problem_${code}`)}
                    {place && ` (${place})`}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The group and condition of a path such as `audience.groups.1.conditions.0.value`. */
function placeInAudience(path = '', t: Translate): string | undefined {
  const [part, ...names] = path.split('.')
  if (part !== 'audience') return undefined
  const numberAfter = (name: string) => {
    const index = names[names.indexOf(name) + 1]
    return names.includes(name) && index !== undefined ? Number(index) + 1 : undefined
  }
  const [group, number] = [numberAfter('groups'), numberAfter('conditions')]
  if (group === undefined)
    return number === undefined ? undefined : t('scenarios.problem_in_condition', { number })
  return number === undefined
    ? t('scenarios.problem_in_group', { group })
    : t('scenarios.problem_in_group_condition', { group, number })
}
