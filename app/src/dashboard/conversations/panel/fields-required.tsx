import { type Conversation, type FieldChanges, type InboxRow, setStatus } from '@ozvi/contract'
import { call } from '#platform/calls/wire.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { customerName } from '../people/names.ts'
import { RequiredFieldsDialog } from './required-fields-dialog.tsx'

interface Asked {
  integration_id: string
  row: InboxRow
  /** What is done with them; by itself the conversation is resolved. */
  send?: (fields: FieldChanges) => Promise<Conversation>
}
/** Asks for the required fields that are empty, then saves them and resolves the conversation in one call. */
function RequiredFields({ integration_id, row, send, isOpen, close }: Asked & OverlayProps<Conversation>) {
  const t = useT()
  const key = { integration_id, conversation_id: row.id }
  const resolve = (fields: FieldChanges) => call(setStatus, { ...key, status: 'resolved', fields })
  return (
    <RequiredFieldsDialog
      integration_id={integration_id}
      isOpen={isOpen}
      description={t('own-fields.resolve_text', { name: customerName(row, t), number: row.number })}
      submitLabel={t('own-fields.resolve_save')}
      isMissing={({ id, is_required }) => is_required && row.fields[id] === undefined}
      onSubmit={async (fields) => close(await (send ?? resolve)(fields))}
      onCancel={() => close()}
    />
  )
}

const overlay = createOverlay<Asked, Conversation>(RequiredFields)
/** @returns the conversation, resolved; undefined when it was put away and stays as it is */
export const askForFields = (asked: Asked): Promise<Conversation | undefined> => overlay.open(asked)
