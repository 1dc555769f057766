import { type Conversation, type FieldChanges, type InboxRow, setStatus } from '@ozvi/contract'
import { call } from '#platform/calls/api-client.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { customerName } from '../people/names.ts'
import { RequiredFieldsDialog } from './required-fields-dialog.tsx'

interface RequiredFieldsOptions {
  integration_id: string
  row: InboxRow
  /** The action; resolves the conversation by default. */
  send?: (fields: FieldChanges) => Promise<Conversation>
}
/** Asks for missing required fields, then saves them and resolves in one call. */
function RequiredFields({
  integration_id,
  row,
  send,
  isOpen,
  close,
}: RequiredFieldsOptions & OverlayProps<Conversation>) {
  const t = useT()
  const key = { integration_id, conversation_id: row.id }
  const resolve = (fields: FieldChanges) => call(setStatus, { ...key, status: 'resolved', fields })
  return (
    <RequiredFieldsDialog
      integration_id={integration_id}
      isOpen={isOpen}
      description={t('custom-fields.resolve_text', { name: customerName(row, t), number: row.number })}
      submitLabel={t('custom-fields.resolve_save')}
      isMissing={({ id, is_required }) => is_required && row.fields[id] === undefined}
      onSubmit={async (fields) => close(await (send ?? resolve)(fields))}
      onCancel={() => close()}
    />
  )
}

const overlay = createOverlay<RequiredFieldsOptions, Conversation>(RequiredFields)
/** @returns the resolved conversation; undefined if cancelled */
export const openRequiredFieldsDialog = (options: RequiredFieldsOptions): Promise<Conversation | undefined> =>
  overlay.open(options)
