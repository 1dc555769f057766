import { useT } from '#platform/i18n/provider.tsx'
import { Button } from './button.tsx'

interface FormActsProps {
  /** What sending does, in a word or two. */
  label: string
  cancelLabel?: string | undefined
  /** `danger` for what cannot be taken back. */
  look?: 'primary' | 'danger'
  isBusy?: boolean
  isDisabled?: boolean
  onCancel: () => void
}
/** How a form in a dialog ends: put away, or sent. */
export function FormActs({
  label,
  cancelLabel,
  look = 'primary',
  isBusy = false,
  isDisabled = false,
  onCancel,
}: FormActsProps) {
  const t = useT()
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancelLabel ?? t('ui.cancel')}</Button>
      <Button type="submit" look={look} disabled={isDisabled} isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
