import { type ReactNode, useState } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { FormActions } from './form-actions.tsx'
import { Input } from './input.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  isBusy?: boolean
  problem?: { message: string } | null
  onConfirm: () => void
  /** The text to type before the button is enabled, for actions without undo. */
  typed?: { expected: string; label: string }
  closesOnBack?: boolean
}
/** Asks for confirmation of an action without undo. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  isBusy = false,
  problem = null,
  onConfirm,
  typed,
  closesOnBack = true,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  const isReady = !typed || text.trim() === typed.expected
  return (
    <DialogFrame
      isOpen={isOpen}
      onOpenChange={(next) => {
        setText('')
        onOpenChange(next)
      }}
      title={title}
      description={description}
      closesOnBack={closesOnBack}
    >
      <Form
        id="confirm"
        labels={{ typed: typed?.label ?? '' }}
        problem={problem}
        onSubmit={() => isReady && !isBusy && onConfirm()}
      >
        {typed && (
          <Field name="typed" isRequired>
            <Input
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              autoFocus
            />
          </Field>
        )}
        <FormActions
          label={confirmLabel}
          cancelLabel={cancelLabel}
          variant="danger"
          isDisabled={!isReady}
          isBusy={isBusy}
          onCancel={() => onOpenChange(false)}
        />
      </Form>
    </DialogFrame>
  )
}
