import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useContactFields, useFieldActions, contactFields } from './data.ts'
import { FieldsPage } from './fields-page.tsx'

export const queries: Queries = inWorkspace(({ id }) => [contactFields(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ContactFieldsPage() {
  const t = useT()
  const integration = useIntegration()
  const { id } = integration
  return (
    <FieldsPage
      messages={{
        title: t('contacts.own_fields'),
        text: t('contacts.own_fields_text'),
        none: t('contacts.own_fields_none'),
        none_text: t('contacts.own_fields_none_text'),
        delete_text: t('contacts.own_field_delete_text'),
      }}
      query={useContactFields(id)}
      actions={useFieldActions('contact', id)}
      isAllowed={can(integration, 'contacts.manage')}
    />
  )
}
