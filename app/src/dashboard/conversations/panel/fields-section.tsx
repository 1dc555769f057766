import { type FieldChanges, type InboxRow, setConversationFields } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { useFieldSource } from '#dashboard/contacts/profile'
import { CustomValue, useConversationFields } from '#dashboard/custom-fields'
import { applyChange } from '../data/row-changes.ts'
import { useInbox } from '../layout/inbox-context.ts'

/** Custom fields of the conversation, editable in place; nothing if there are none. */
export function FieldsSection({ row, canEdit }: { row: InboxRow; canEdit: boolean }) {
  const t = useT()
  const toastOnError = useToastOnError()
  const cache = useQueryClient()
  const { integration } = useInbox()
  const sourceOf = useFieldSource(row)
  const { data: fields = [] } = useConversationFields(integration.id)
  const visibleFields = canEdit ? fields : fields.filter(({ id }) => row.fields[id] !== undefined)
  if (visibleFields.length === 0) return null

  async function set(changes: FieldChanges) {
    const key = { integration_id: integration.id, conversation_id: row.id }
    applyChange(cache, await call(setConversationFields, { ...key, fields: changes }))
  }
  async function save(id: string, value: FieldChanges[string]) {
    const before = row.fields[id] ?? null
    if (value === before) return
    await set({ [id]: value })
    toast.success(t('custom-fields.done'), {
      label: t('conversations.undo'),
      onClick: () => void toastOnError(set({ [id]: before })),
    })
  }
  return (
    <section
      aria-label={t('custom-fields.panel')}
      className="flex flex-col gap-1 border-t border-line px-4 py-3"
    >
      {visibleFields.map((field) => (
        <CustomValue
          key={field.id}
          field={field.is_required ? { ...field, name: `${field.name} *` } : field}
          value={row.fields[field.id]}
          source={sourceOf(field.id)}
          canEdit={canEdit}
          addLabel={t('contacts.add_value')}
          onSave={(value) => save(field.id, value)}
        />
      ))}
      {canEdit && visibleFields.some(({ is_required }) => is_required) && (
        <p className="text-xs text-muted">* {t('custom-fields.required')}</p>
      )}
    </section>
  )
}
