import { useT } from '#platform/i18n/provider.tsx'
import { Button } from './button.tsx'

interface FormActionsProps {
  /** What sending does, in a word or two. */
  label: string
  cancelLabel?: string | undefined
  /** `danger` for what cannot be taken back. */
  variant?: 'primary' | 'danger'
  isBusy?: boolean
  isDisabled?: boolean
  onCancel: () => void
}
/** How a form in a dialog ends: put away, or sent. */
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
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancelLabel ?? t('ui.cancel')}</Button>
      <Button type="submit" variant={variant} disabled={isDisabled} isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
