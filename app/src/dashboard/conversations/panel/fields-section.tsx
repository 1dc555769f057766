import { type FieldChanges, type InboxRow, setConversationFields } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { OwnValue, useConversationFields } from '#dashboard/own-fields'
import { settle } from '../data/actions.ts'
import { useInbox } from '../layout/inbox-context.ts'

/** Custom fields of the conversation, editable in place; nothing if there are none. */
export function FieldsSection({ row, canEdit }: { row: InboxRow; canEdit: boolean }) {
  const t = useT()
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const { integration } = useInbox()
  const { data: fields = [] } = useConversationFields(integration.id)
  const shown = canEdit ? fields : fields.filter(({ id }) => row.fields[id] !== undefined)
  if (shown.length === 0) return null

  async function set(changes: FieldChanges) {
    const key = { integration_id: integration.id, conversation_id: row.id }
    settle(cache, integration.id, await call(setConversationFields, { ...key, fields: changes }), user_id)
  }
  async function save(id: string, value: FieldChanges[string]) {
    const before = row.fields[id] ?? null
    if (value === before) return
    await set({ [id]: value })
    toast.success(t('own-fields.done'), {
      label: t('conversations.undo'),
      onClick: () => void set({ [id]: before }).catch((error: unknown) => sayFailure(error, t)),
    })
  }
  return (
    <section
      aria-label={t('own-fields.panel')}
      className="flex flex-col gap-1 border-t border-line px-4 py-3"
    >
      {shown.map((field) => (
        <OwnValue
          key={field.id}
          field={field.is_required ? { ...field, name: `${field.name} *` } : field}
          value={row.fields[field.id]}
          canEdit={canEdit}
          addLabel={t('contacts.add_value')}
          onSave={(value) => save(field.id, value)}
        />
      ))}
      {canEdit && shown.some(({ is_required }) => is_required) && (
        <p className="text-xs text-muted">* {t('own-fields.required')}</p>
      )}
    </section>
  )
}
