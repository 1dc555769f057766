import { type FlowText, stepButtonCharsMax, stepButtonsMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'

/** The buttons or choices that a customer can select, with their texts in every language. */
export function LabelFields<Label extends { id: string; text: FlowText }>({
  name,
  labels,
  create,
  onChange,
}: {
  name: 'button' | 'choice'
  labels: readonly Label[]
  create: () => Label
  onChange: (labels: Label[]) => void
}) {
  const t = useT()
  const { flow } = useEditorParts()
  return (
    <div className="flex flex-col gap-3">
      {labels.map((label, index) => (
        <div key={label.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <FlowTextFields
              label={t(`scenarios.${name}`, { number: index + 1 })}
              locales={flow.locales}
              text={label.text}
              maxLength={stepButtonCharsMax}
              onChange={(text) => onChange(labels.with(index, { ...label, text }))}
            />
          </div>
          <IconButton
            icon="x"
            size="sm"
            label={t(`scenarios.${name}_remove`, { number: index + 1 })}
            onClick={() => onChange(labels.toSpliced(index, 1))}
          />
        </div>
      ))}
      {labels.length < stepButtonsMax && (
        <div>
          <Button size="sm" icon="plus" onClick={() => onChange([...labels, create()])}>
            {t(`scenarios.${name}_add`)}
          </Button>
        </div>
      )}
    </div>
  )
}
