import { type FieldType, fieldTypes } from '@ozvi/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { confirm } from '#ui/confirm.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import type { FieldActions, SavedField } from './data.ts'

const linesOf = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface Props {
  messages: { title: string; text: string; none: string; none_text: string; delete_text: string }
  query: UseQueryResult<SavedField[]>
  actions: FieldActions
  isAllowed: boolean
  /** Label of the “required” switch, if supported. */
  requiredLabel?: string
}
/** Custom fields; their order applies everywhere. */
export function FieldsPage({ messages, query, actions, isAllowed, requiredLabel }: Props) {
  const t = useT()
  const { name } = useIntegration()
  const { data: fields, error, isFetching, refetch } = query
  return (
    <div className="flex flex-col gap-6">
      <title>{`${messages.title} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{messages.title}</h1>
        <p className="mt-2 max-w-[62ch] text-base text-muted">
          {messages.text} {!isAllowed && t('contacts.own_fields_read_only')}
        </p>
      </div>
      {!fields && !error && (
        <SkeletonArea>
          <Skeleton className="h-32 rounded-card" />
        </SkeletonArea>
      )}
      {!fields && error && (
        <LoadError
          title={t('contacts.own_fields_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      {fields?.length === 0 && (
        <Card>
          <EmptyState icon="sliders" title={messages.none}>
            {messages.none_text}
          </EmptyState>
        </Card>
      )}
      {fields && fields.length > 0 && (
        <Card>
          <ul aria-label={messages.title}>
            {fields.map((field, index) => (
              <li key={field.id} className="border-b border-line last:border-0">
                <FieldRow
                  field={field}
                  place={index}
                  isLast={index === fields.length - 1}
                  actions={actions}
                  isAllowed={isAllowed}
                  deleteText={messages.delete_text}
                  requiredLabel={requiredLabel}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {fields && isAllowed && (
        <AddField key={fields.length} actions={actions} requiredLabel={requiredLabel} />
      )}
    </div>
  )
}

function FieldRow({
  field,
  place: index,
  isLast,
  actions,
  isAllowed,
  deleteText,
  requiredLabel,
}: {
  field: SavedField
  place: number
  isLast: boolean
  actions: FieldActions
  isAllowed: boolean
  deleteText: string
  requiredLabel: string | undefined
}) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const { id, name, type, options, is_required } = field
  const moveTo = (to: number) => void actions.move(id, to).catch((error: unknown) => toastError(error, t))
  const confirmDelete = () =>
    confirm({
      title: t('contacts.own_field_delete_title', { name }),
      description: deleteText,
      confirmLabel: t('contacts.own_field_delete_confirm'),
      action: async () => {
        await actions.remove(id)
        toast.success(t('contacts.own_field_deleted'))
      },
    })
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <Badge>{t(`contacts.type_${type}`)}</Badge>
        {is_required && <Badge tone="warning">{requiredLabel}</Badge>}
        {isAllowed && (
          <span className="ml-auto flex">
            <IconButton
              size="sm"
              icon="arrow-up"
              label={t('contacts.own_field_up', { name })}
              disabled={index === 0}
              onClick={() => moveTo(index - 1)}
            />
            <IconButton
              size="sm"
              icon="arrow-down"
              label={t('contacts.own_field_down', { name })}
              disabled={isLast}
              onClick={() => moveTo(index + 1)}
            />
            <IconButton
              size="sm"
              icon="pencil"
              label={t('contacts.own_field_edit', { name })}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            />
            <IconButton
              size="sm"
              icon="trash"
              label={t('contacts.own_field_delete', { name })}
              onClick={() => void confirmDelete()}
            />
          </span>
        )}
      </div>
      {options.length > 0 && !isEditing && (
        <p className="mt-1 text-sm break-words text-muted">{options.join(' · ')}</p>
      )}
      {isEditing && (
        <EditField
          field={field}
          actions={actions}
          requiredLabel={requiredLabel}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}

function EditField({
  field: { id, name, type, options, is_required },
  actions,
  requiredLabel,
  onClose,
}: {
  field: SavedField
  actions: FieldActions
  requiredLabel: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    await actions.update(id, {
      name: fields.name ?? '',
      ...(type === 'list' ? { options: linesOf(fields.options) } : {}),
      ...(requiredLabel ? { is_required: fields.is_required !== undefined } : {}),
    })
    toast.success(t('contacts.own_field_saved'))
    onClose()
  })
  return (
    <Form
      id={`field-${id}`}
      labels={{ name: t('contacts.own_field_name'), options: t('contacts.own_field_options') }}
      problem={problem}
      onSubmit={(fields) => void run(fields)}
      className="mt-3"
    >
      <Field name="name" isRequired>
        <Input defaultValue={name} maxLength={60} autoComplete="off" />
      </Field>
      {type === 'list' && (
        <Field name="options" isRequired hint={t('contacts.own_field_options_hint')}>
          <Textarea defaultValue={options.join('\n')} />
        </Field>
      )}
      {requiredLabel && <Checkbox name="is_required" label={requiredLabel} defaultChecked={is_required} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t('contacts.own_field_save')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </Form>
  )
}

function AddField({ actions, requiredLabel }: { actions: FieldActions; requiredLabel: string | undefined }) {
  const t = useT()
  const [type, setType] = useState<FieldType>('text')
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    await actions.create({
      name: fields.name ?? '',
      type,
      options: linesOf(fields.options),
      ...(requiredLabel ? { is_required: fields.is_required !== undefined } : {}),
    })
    toast.success(t('contacts.own_field_added'))
  })
  return (
    <Section title={t('contacts.own_field_add')}>
      <Form
        id="new-field"
        labels={{
          name: t('contacts.own_field_name'),
          type: t('contacts.own_field_type'),
          options: t('contacts.own_field_options'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="name" isRequired>
          <Input maxLength={60} autoComplete="off" />
        </Field>
        <Field name="type">
          <Select
            value={type}
            onChange={({ target }) => setType(fieldTypes.find((one) => one === target.value) ?? 'text')}
            className="max-w-60"
          >
            {fieldTypes.map((one) => (
              <option key={one} value={one}>
                {t(`contacts.type_${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        {type === 'list' && (
          <Field name="options" isRequired hint={t('contacts.own_field_options_hint')}>
            <Textarea />
          </Field>
        )}
        {requiredLabel && <Checkbox name="is_required" label={requiredLabel} />}
        <Button type="submit" variant="primary" isBusy={isBusy} className="self-start">
          {t('contacts.own_field_create')}
        </Button>
      </Form>
    </Section>
  )
}
