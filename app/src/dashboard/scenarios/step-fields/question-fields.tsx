import { answerKinds, type Step, stepRetriesMax } from '@ozvi/contract'
import { hasLimits, hasReversedLimits, invalidLimits } from '@ozvi/contract/scenario-answer-limits'
import { useId } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Input } from '#ui/input.tsx'
import { Choice } from './choice.tsx'
import { LabelFields } from './label-fields.tsx'
import { Labeled } from './labeled.tsx'
import { newChoice } from '../editor/new-step.ts'
import { NumberInput } from './number-input.tsx'
import { SaveAsFields } from './save-as-fields.tsx'

type QuestionStep = Extract<Step, { kind: 'question' }>
interface QuestionFieldsProps {
  step: QuestionStep
  onChange: (step: Step) => void
}
/** What answers a question accepts and where they are saved. */
export function QuestionFields({ step, onChange }: QuestionFieldsProps) {
  const t = useT()
  return (
    <>
      <Labeled label={t('scenarios.answer')}>
        <Choice
          value={step.answer}
          options={answerKinds.map((value) => ({ value, label: t(`scenarios.answer_${value}`) }))}
          onChange={(chosen) =>
            onChange({
              ...step,
              answer: answerKinds.find((each) => each === chosen) ?? step.answer,
              limits: null,
            })
          }
        />
      </Labeled>
      {step.answer === 'choice' && (
        <LabelFields
          name="choice"
          labels={step.choices}
          create={newChoice}
          onChange={(choices) => onChange({ ...step, choices })}
        />
      )}
      {hasLimits(step.answer) && <LimitFields step={step} answer={step.answer} onChange={onChange} />}
      <SaveAsFields value={step.save_as} onChange={(save_as) => onChange({ ...step, save_as })} />
      <Labeled label={t('scenarios.retries')}>
        <NumberInput
          min={1}
          max={stepRetriesMax}
          value={step.max_retries}
          onChange={(max_retries) => onChange({ ...step, max_retries })}
        />
      </Labeled>
    </>
  )
}

/** The length of a text, or the range of a number or a date. */
function LimitFields({
  step,
  answer,
  onChange,
}: QuestionFieldsProps & { answer: 'text' | 'number' | 'date' }) {
  const t = useT()
  const problemId = useId()
  const limits = step.limits ?? { min: '', max: '' }
  const invalid = invalidLimits(step)
  const isReversed = hasReversedLimits(step)
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-2 items-end gap-2">
        {(['min', 'max'] as const).map((name) => (
          <Labeled key={name} label={t(`scenarios.limit_${name}_${answer}`)}>
            <Input
              type={answer === 'date' ? 'date' : 'text'}
              inputMode={answer === 'date' ? undefined : 'decimal'}
              value={limits[name]}
              maxLength={20}
              autoComplete="off"
              aria-invalid={isReversed || invalid.includes(name)}
              aria-describedby={problemId}
              onChange={({ target }) => {
                const next = { ...limits, [name]: target.value.trim() }
                onChange({ ...step, limits: next.min || next.max ? next : null })
              }}
            />
          </Labeled>
        ))}
      </div>
      <p id={problemId} className="text-sm text-danger empty:hidden">
        {invalid.length > 0 && t(`scenarios.limit_invalid_${answer}`)}
        {isReversed && t('scenarios.problem_limits_reversed')}
      </p>
    </div>
  )
}
