import type { ScenarioNumbers } from '@ozvi/contract'
import { newcombeInterval, wilsonInterval } from '@ozvi/contract/scenario-intervals'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { NumberButton } from './number-button.tsx'
import { stepTitle } from '../editor/step-text.ts'
import type { RunSlice } from './use-numbers.ts'

type Arm = ScenarioNumbers['by_arm'][number]
interface ArmNumbersProps {
  arms: readonly Arm[]
  onOpen: (slice: RunSlice, title: string) => void
}
/** Each A/B split with its arms: how many reached the goal, and how sure the difference is. */
export function ArmNumbers({ arms, onOpen }: ArmNumbersProps) {
  const t = useT()
  const { flow } = useEditorParts()
  return flow.steps.map((step, index) => {
    if (step.kind !== 'split') return null
    const found = step.arms.flatMap(({ id }, index) => {
      const arm = arms.find(({ step_id, arm_id }) => step_id === step.id && arm_id === id)
      return arm ? [{ arm, number: index + 1 }] : []
    })
    if (found.length === 0) return null
    return <Split key={step.id} title={`${index + 1}. ${stepTitle(step, t)}`} arms={found} onOpen={onOpen} />
  })
}

function Split({
  title,
  arms,
  onOpen,
}: {
  title: string
  arms: readonly { arm: Arm; number: number }[]
  onOpen: (slice: RunSlice, title: string) => void
}) {
  const t = useT()
  const formats = useFormats()
  const { flow } = useEditorParts()
  const measure = flow.goal_step_id ? 'goal_reached' : 'completed'
  const percent = (share: number) => formats.number(Math.round(share * 100))
  const trial = (arm: Arm) => ({ count: arm[measure], trials: arm.started })
  const [first] = arms
  return (
    <section>
      <h3 className="text-base font-medium wrap-anywhere">{title}</h3>
      <p className="text-sm text-muted">{t(`scenario-numbers.arms_${measure}`)}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {arms.map(({ arm, number }) => {
          const name = t('scenarios.arm', { number })
          const { low, high } = wilsonInterval(arm[measure], arm.started)
          const difference = first && newcombeInterval(trial(first.arm), trial(arm))
          return (
            <li key={arm.arm_id} className="rounded-card border border-line px-3 py-2 text-sm">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{name}</span>
                <span>
                  <NumberButton
                    label={`${name}, ${t(`scenario-numbers.${measure}`)}`}
                    count={arm[measure]}
                    onOpen={(title) => onOpen({ measure, step_id: arm.step_id, arm_id: arm.arm_id }, title)}
                  />
                  {' / '}
                  <NumberButton
                    label={`${name}, ${t('scenario-numbers.started')}`}
                    count={arm.started}
                    onOpen={(title) =>
                      onOpen({ measure: 'started', step_id: arm.step_id, arm_id: arm.arm_id }, title)
                    }
                  />
                </span>
              </p>
              <p>
                {t('scenario-numbers.interval', {
                  percent: percent(arm[measure] / Math.max(arm.started, 1)),
                  low: percent(low),
                  high: percent(high),
                })}
              </p>
              {first && arm !== first.arm && difference && (
                <p className="text-muted">
                  {t(
                    difference.low > 0
                      ? 'scenario-numbers.better'
                      : difference.high < 0
                        ? 'scenario-numbers.worse'
                        : 'scenario-numbers.unclear',
                    {
                      number: first.number,
                      low: percent(difference.high < 0 ? -difference.high : difference.low),
                      high: percent(difference.high < 0 ? -difference.low : difference.high),
                    },
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
