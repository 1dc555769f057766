import { answerKinds, type Step, stepRetriesMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Choice } from './choice.tsx'
import { LabelFields } from './label-fields.tsx'
import { Labeled } from './labeled.tsx'
import { newChoice } from './new-step.ts'
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
            onChange({ ...step, answer: answerKinds.find((each) => each === chosen) ?? step.answer })
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
