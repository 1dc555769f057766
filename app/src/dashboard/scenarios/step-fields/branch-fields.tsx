import { type Step, stepArmsMax, stepCasesMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { newArm, newCase } from '../editor/new-step.ts'
import { NumberInput } from './number-input.tsx'

/** The cases of a branch in order: the first one whose conditions hold decides. */
export function BranchFields({
  step,
  onChange,
}: {
  step: Extract<Step, { kind: 'branch' }>
  onChange: (step: Step) => void
}) {
  const t = useT()
  const { cases } = step
  return (
    <div className="flex flex-col gap-4">
      {cases.map((each, index) => (
        <section key={each.id} aria-label={t('scenarios.case', { number: index + 1 })}>
          <div className="flex items-center justify-between">
            <h3 className="text-sm font-medium">{t('scenarios.case', { number: index + 1 })}</h3>
            <IconButton
              icon="x"
              size="sm"
              label={t('scenarios.case_remove', { number: index + 1 })}
              onClick={() => onChange({ ...step, cases: cases.toSpliced(index, 1) })}
            />
          </div>
          <ConditionFields
            value={each}
            onChange={(value) => onChange({ ...step, cases: cases.with(index, { ...each, ...value }) })}
          />
        </section>
      ))}
      {cases.length < stepCasesMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => onChange({ ...step, cases: [...cases, newCase()] })}>
            {t('scenarios.case_add')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The arms of an A/B split with their weights. */
export function SplitFields({
  step,
  onChange,
}: {
  step: Extract<Step, { kind: 'split' }>
  onChange: (step: Step) => void
}) {
  const t = useT()
  const { arms } = step
  const total = arms.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t('scenarios.arms_text')}</p>
      {arms.map((arm, index) => (
        <div key={arm.id} className="flex items-center gap-2">
          <span className="w-32 shrink-0 text-sm">
            {t('scenarios.arm_share', { number: index + 1, percent: Math.round((100 * arm.weight) / total) })}
          </span>
          <NumberInput
            label={t('scenarios.arm_weight', { number: index + 1 })}
            min={1}
            max={100}
            value={arm.weight}
            onChange={(weight) => onChange({ ...step, arms: arms.with(index, { ...arm, weight }) })}
          />
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.arm_remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, arms: arms.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {arms.length < stepArmsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => onChange({ ...step, arms: [...arms, newArm()] })}>
            {t('scenarios.arm_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
