import { type Step, stepButtonCharsMax, stepButtonsMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useEditorParts } from './editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'
import { newButton } from './new-step.ts'

/** The buttons of a step, with their texts in every language. */
export function ButtonFields({
  step,
  onChange,
}: {
  step: Extract<Step, { kind: 'buttons' }>
  onChange: (step: Step) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
  const { buttons } = step
  return (
    <div className="flex flex-col gap-3">
      {buttons.map((button, index) => (
        <div key={button.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <FlowTextFields
              label={t('scenarios.button', { number: index + 1 })}
              locales={flow.locales}
              text={button.text}
              maxLength={stepButtonCharsMax}
              onChange={(text) => onChange({ ...step, buttons: buttons.with(index, { ...button, text }) })}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t('scenarios.button_remove', { number: index + 1 })}
            onClick={() => onChange({ ...step, buttons: buttons.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {buttons.length < stepButtonsMax && (
        <div>
          <Button
            size="sm"
            icon="plus"
            onClick={() => onChange({ ...step, buttons: [...buttons, newButton()] })}
          >
            {t('scenarios.button_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
