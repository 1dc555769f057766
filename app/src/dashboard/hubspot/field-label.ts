import { hubspotFields } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useContactFields } from '#dashboard/custom-fields'

/** Fields that can be mapped, and their labels. */
export function useMappableFields(integration_id: string) {
  const t = useT()
  const { data: custom = [] } = useContactFields(integration_id)
  const fields = [
    ...hubspotFields.map((name) => ({ name: name as string, label: t(`hubspot.field_${name}`) })),
    ...custom.map(({ id, name }) => ({ name: `fields.${id}`, label: name })),
  ]
  return { fields, labelOf: (name: string) => fields.find((field) => field.name === name)?.label ?? name }
}
