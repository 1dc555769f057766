import { useT } from '#platform/i18n/provider.tsx'
import { Button } from './button.tsx'

interface FormActionsProps {
  /** Label of the submit button. */
  label: string
  cancelLabel?: string | undefined
  /** `danger` for irreversible actions. */
  variant?: 'primary' | 'danger'
  isBusy?: boolean
  isDisabled?: boolean
  onCancel: () => void
}
/** The buttons of a form in a dialog. They stay visible while the dialog scrolls. */
export function FormActions({
  label,
  cancelLabel,
  variant = 'primary',
  isBusy = false,
  isDisabled = false,
  onCancel,
}: FormActionsProps) {
  const t = useT()
  return (
    <div data-actions className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancelLabel ?? t('ui.cancel')}</Button>
      <Button type="submit" variant={variant} disabled={isDisabled} isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
