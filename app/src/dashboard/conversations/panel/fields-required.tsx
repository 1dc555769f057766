import { type Conversation, type FieldChanges, type InboxRow, setStatus } from '@ozvi/contract'
import { useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/wire.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { typedValue, useConversationFields } from '#dashboard/own-fields'
import { customerName } from '../people/names.ts'
import { FieldControl } from './field-control.tsx'

interface Asked {
  integration_id: string
  row: InboxRow
  /** What is done with them; by itself the conversation is resolved. */
  send?: (fields: FieldChanges) => Promise<Conversation>
}
/** Asks for what is required and empty; what was answered is set, and the conversation resolved, in one act. */
function RequiredFields({ integration_id, row, send, isOpen, close }: Asked & OverlayProps<Conversation>) {
  const t = useT()
  const { data: fields, error, isFetching, refetch } = useConversationFields(integration_id)
  const missing = (fields ?? []).filter(({ id, is_required }) => is_required && row.fields[id] === undefined)
  const { run, isBusy, problem } = useAction(async (texts: Record<string, string>) => {
    const values = missing.map(({ id, type }) => [
      id,
      typedValue(type, texts[`fields.${id}`]?.trim() || null),
    ])
    const given: FieldChanges = Object.fromEntries(values)
    const key = { integration_id, conversation_id: row.id }
    close(await (send ? send(given) : call(setStatus, { ...key, status: 'resolved', fields: given })))
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('own-fields.resolve_title')}
      description={t('own-fields.resolve_text', { name: customerName(row, t), number: row.number })}
    >
      {fields ? (
        <Form
          id="required-fields"
          labels={Object.fromEntries(missing.map(({ id, name }) => [`fields.${id}`, name]))}
          problem={problem}
          onSubmit={(texts) => void run(texts)}
        >
          {missing.map((field, place) => (
            <Field key={field.id} name={`fields.${field.id}`} isRequired>
              <FieldControl field={field} isFirst={place === 0} />
            </Field>
          ))}
          <FormActs label={t('own-fields.resolve_save')} isBusy={isBusy} onCancel={() => close()} />
        </Form>
      ) : error ? (
        <ReadFailure
          title={t('contacts.own_fields_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      ) : (
        <SkeletonArea>
          <Skeleton className="h-24 rounded-card" />
        </SkeletonArea>
      )}
    </Dialog>
  )
}

const overlay = createOverlay<Asked, Conversation>(RequiredFields)
/** @returns the conversation, resolved; undefined when it was put away and stays as it is */
export const askForFields = (asked: Asked): Promise<Conversation | undefined> => overlay.open(asked)
