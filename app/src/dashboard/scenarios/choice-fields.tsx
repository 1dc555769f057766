import { type StepOf, stepButtonCharsMax, stepButtonsMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useEditorParts } from './editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'
import { newChoice } from './new-step.ts'

type Choices = StepOf<'question'>['choices']
/** The choices of a question or form field, with their texts in every language. */
export function ChoiceFields({
  choices,
  onChange,
}: {
  choices: Choices
  onChange: (choices: Choices) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
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
              onChange={(text) => onChange(choices.with(index, { ...choice, text }))}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.choice_remove', { number: index + 1 })}
            onClick={() => onChange(choices.toSpliced(index, 1))}
          />
        </div>
      ))}
      {choices.length < stepButtonsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => onChange([...choices, newChoice()])}>
            {t('scenarios.choice_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
