import type { ConversationField, FieldChanges } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { typedValue, useConversationFields } from '#dashboard/custom-fields'
import { FieldControl } from './field-control.tsx'

interface RequiredFieldsDialogProps {
  integration_id: string
  isOpen: boolean
  /** Which conversations lack a value. */
  description: string
  submitLabel: string
  isMissing: (field: ConversationField) => boolean
  /** @param values by field id; throws if the server rejects them */
  onSubmit: (values: FieldChanges) => Promise<void>
  onCancel: () => void
}
/** Asks for the custom fields required to resolve a conversation. */
export function RequiredFieldsDialog(props: RequiredFieldsDialogProps) {
  const { integration_id, isOpen, description, submitLabel, isMissing, onSubmit, onCancel } = props
  const t = useT()
  const query = useConversationFields(integration_id)
  const fields = query.data
  const missing = (fields ?? []).filter(isMissing)
  const { run, isBusy, problem } = useAsyncAction((texts: Record<string, string>) =>
    onSubmit(
      Object.fromEntries(
        missing.map(({ id, type }) => [id, typedValue(type, texts[`fields.${id}`]?.trim() || null)]),
      ),
    ),
  )
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onCancel}
      title={t('custom-fields.resolve_title')}
      description={description}
    >
      {fields ? (
        <Form
          id="required-fields"
          labels={Object.fromEntries(missing.map(({ id, name }) => [`fields.${id}`, name]))}
          problem={problem}
          onSubmit={(texts) => void run(texts)}
        >
          {missing.map((field, index) => (
            <Field key={field.id} name={`fields.${field.id}`} isRequired>
              <FieldControl field={field} isFirst={index === 0} />
            </Field>
          ))}
          <FormActions label={submitLabel} isBusy={isBusy} onCancel={onCancel} />
        </Form>
      ) : (
        <LoadFallback title={t('contacts.own_fields_failed')} query={query}>
          <Skeleton className="h-24 rounded-card" />
        </LoadFallback>
      )}
    </Dialog>
  )
}
