import type { ContactProfile } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'

/** Names the scenario that set a field's value, by name or id of the field. */
export function useFieldSource({ field_sources }: Partial<Pick<ContactProfile, 'field_sources'>>) {
  const t = useT()
  return (field: string) => {
    // An older server sends none.
    const scenario = field_sources?.[field]
    return scenario && t('scenario-runs.by', { name: scenario.name })
  }
}
