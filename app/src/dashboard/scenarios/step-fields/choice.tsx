import { useT } from '#platform/i18n/provider.tsx'
import { type Option, Select } from '#ui/input.tsx'

/** A select; a value that no longer exists says so. */
export function Choice({
  options,
  value,
  label,
  onChange,
}: {
  options: readonly Option[]
  value: string
  /** Where no label is visible. */
  label?: string
  onChange: (value: string) => void
}) {
  const t = useT()
  const isListed = options.some((option) => option.value === value)
  return (
    <Select value={value} aria-label={label} onChange={({ target }) => onChange(target.value)}>
      {!isListed && (
        <option value={value}>{t(value ? 'scenarios.choice_deleted' : 'scenarios.choose')}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
