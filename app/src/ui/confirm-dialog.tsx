import { type ReactNode, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { Input } from './input.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  confirmLabel: string
  isBusy?: boolean
  problem?: { message: string } | null
  onConfirm: () => void
  /** What must be typed before the button works; for what cannot be undone. */
  typed?: { expected: string; label: string }
}
/** Asks before something that has no undo. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  isBusy = false,
  problem = null,
  onConfirm,
  typed,
}: ConfirmDialogProps) {
  const t = useT()
  const [text, setText] = useState('')
  const isReady = !typed || text.trim() === typed.expected
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setText('')
        onOpenChange(next)
      }}
      title={title}
      description={description}
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
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{t('ui.cancel')}</Button>
          <Button type="submit" look="danger" disabled={!isReady} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
