import type { FlowText, Locale } from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { languageName } from '#dashboard/users'
import { Labeled } from './labeled.tsx'
import { TemplateInput } from './template-input.tsx'

interface FlowTextFieldsProps {
  label: string
  locales: readonly Locale[]
  text: FlowText
  maxLength: number
  isMultiline?: boolean
  /** Nothing is missing as long as no language has a text. */
  isOptional?: boolean
  onChange: (text: FlowText) => void
}
/** One text in every language of the flow, side by side; a missing one is marked. */
export function FlowTextFields({
  label,
  locales,
  text,
  maxLength,
  isMultiline = false,
  isOptional = false,
  onChange,
}: FlowTextFieldsProps) {
  const t = useT()
  const locale = useLocale()
  const isNeeded = !isOptional || Object.values(text).some((part) => part?.trim())
  return (
    <div className={cn('grid gap-3', locales.length > 1 && 'sm:grid-cols-2')}>
      {locales.map((each) => (
        <Labeled
          key={each}
          label={locales.length > 1 ? `${label} (${languageName(each, locale)})` : label}
          mark={isNeeded && !text[each]?.trim() && <Badge tone="warning">{t('scenarios.missing')}</Badge>}
        >
          <TemplateInput
            isMultiline={isMultiline}
            lang={each}
            value={text[each] ?? ''}
            maxLength={maxLength}
            onChange={(value) => onChange({ ...text, [each]: value })}
          />
        </Labeled>
      ))}
    </div>
  )
}
