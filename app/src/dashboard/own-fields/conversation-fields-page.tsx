import { may } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useConversationFields, useFieldActions } from './data.ts'
import { FieldsPage } from './fields-page.tsx'

// The router requires a default export.
export default function ConversationFieldsPage() {
  const t = useT()
  const { id, role } = useIntegration()
  return (
    <FieldsPage
      words={{
        title: t('own-fields.title'),
        text: t('own-fields.text'),
        none: t('own-fields.none'),
        none_text: t('own-fields.none_text'),
        delete_text: t('own-fields.delete_text'),
      }}
      query={useConversationFields(id)}
      actions={useFieldActions('conversation', id)}
      isAllowed={may(role, 'conversations.fields')}
      requiredLabel={t('own-fields.required')}
    />
  )
}
