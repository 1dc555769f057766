import { type FieldType, fieldTypes } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import type { FieldActions, SavedField } from './data.ts'

const linesOf = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface FieldDialogProps {
  /** Null for a new one. */
  field: SavedField | null
  actions: FieldActions
  requiredLabel: string | undefined
  onClose: () => void
}
/** A custom field. The type of an existing one can't be changed. */
export function FieldDialog({ field, actions, requiredLabel, onClose }: FieldDialogProps) {
  const t = useT()
  const [type, setType] = useState<FieldType>(field?.type ?? 'text')
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const name = fields.name ?? ''
    const required = requiredLabel ? { is_required: fields.is_required !== undefined } : {}
    const options = linesOf(fields.options)
    if (field) await actions.update(field.id, { name, ...(type === 'list' ? { options } : {}), ...required })
    else await actions.create({ name, type, options, ...required })
    toast.success(t(field ? 'contacts.own_field_saved' : 'contacts.own_field_added'))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={field ? t('contacts.own_field_edit', { name: field.name }) : t('contacts.own_field_add')}
    >
      <Form
        id="field"
        labels={{
          name: t('contacts.own_field_name'),
          type: t('contacts.own_field_type'),
          options: t('contacts.own_field_options'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired>
          <Input defaultValue={field?.name} maxLength={60} autoComplete="off" />
        </Field>
        {!field && (
          <Field name="type">
            <Select
              value={type}
              onChange={({ target }) => setType(fieldTypes.find((one) => one === target.value) ?? 'text')}
            >
              {fieldTypes.map((one) => (
                <option key={one} value={one}>
                  {t(`contacts.type_${one}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {type === 'list' && (
          <Field name="options" isRequired hint={t('contacts.own_field_options_hint')}>
            <Textarea rows={5} defaultValue={field?.options.join('\n')} />
          </Field>
        )}
        {requiredLabel && (
          <Checkbox name="is_required" label={requiredLabel} defaultChecked={field?.is_required} />
        )}
        <FormActions
          label={t(field ? 'contacts.own_field_save' : 'contacts.own_field_create')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
