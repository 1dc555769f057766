import { can } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useConversationFields, useFieldActions, conversationFields } from './data.ts'
import { FieldsPage } from './fields-page.tsx'

export const queries: Queries = inWorkspace(({ id }) => [conversationFields(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ConversationFieldsPage() {
  const t = useT()
  const integration = useIntegration()
  const { id } = integration
  return (
    <FieldsPage
      messages={{
        title: t('custom-fields.title'),
        text: t('custom-fields.text'),
        none: t('contacts.own_fields_none'),
        none_text: t('custom-fields.none_text'),
        delete_text: t('custom-fields.delete_text'),
      }}
      query={useConversationFields(id)}
      actions={useFieldActions('conversation', id)}
      isAllowed={can(integration, 'conversations.fields')}
      requiredLabel={t('custom-fields.required')}
    />
  )
}
