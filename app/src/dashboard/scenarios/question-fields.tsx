import { answerKinds, type Step, stepButtonCharsMax, stepButtonsMax, stepRetriesMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Choice } from './choice.tsx'
import { useEditorParts } from './editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'
import { Labeled } from './labeled.tsx'
import { newChoice } from './new-step.ts'
import { NumberInput } from './number-input.tsx'

type QuestionStep = Extract<Step, { kind: 'question' }>
interface QuestionFieldsProps {
  step: QuestionStep
  onChange: (step: Step) => void
}
/** What answers a question accepts and where they are saved. */
export function QuestionFields({ step, onChange }: QuestionFieldsProps) {
  const t = useT()
  const { flow, named } = useEditorParts()
  const nowhere = { value: '', label: t('scenarios.not_saved_anywhere') }
  const variables = flow.variables.map(({ name }) => ({ value: name, label: name }))
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
      {step.answer === 'choice' && <Choices step={step} onChange={onChange} />}
      <Labeled label={t('scenarios.save_variable')}>
        <Choice
          value={step.save_as.variable ?? ''}
          options={[nowhere, ...variables]}
          onChange={(name) => onChange({ ...step, save_as: { ...step.save_as, variable: name || null } })}
        />
      </Labeled>
      <Labeled label={t('scenarios.save_contact')}>
        <Choice
          value={step.save_as.contact_field ?? ''}
          options={[nowhere, ...named.contactFields]}
          onChange={(name) =>
            onChange({ ...step, save_as: { ...step.save_as, contact_field: name || null } })
          }
        />
      </Labeled>
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

function Choices({ step, onChange }: QuestionFieldsProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const { choices } = step
  return (
    <div className="flex flex-col gap-3">
      {choices.map((choice, index) => (
        <div key={choice.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <FlowTextFields
              label={t('scenarios.choice', { number: index + 1 })}
              locales={flow.locales}
              text={choice.text}
              maxLength={stepButtonCharsMax}
              onChange={(text) => onChange({ ...step, choices: choices.with(index, { ...choice, text }) })}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.choice_remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, choices: choices.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {choices.length < stepButtonsMax && (
        <div>
          <Button
            size="sm"
            icon="plus"
            onClick={() => onChange({ ...step, choices: [...choices, newChoice()] })}
          >
            {t('scenarios.choice_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
