import { type ContactField, FieldType, may } from '@ozvi/contract'
import { useState } from 'react'
import { problemWords, sentence, useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { useContactFields, useFieldActions } from './data.ts'

const linesOf = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The team's own fields of contacts: their order is the one on every contact. */
// The router asks for a default export.
export default function ContactFieldsPage() {
  const t = useT()
  const { id, name, role } = useIntegration()
  const { data: fields, error, isFetching, refetch } = useContactFields(id)
  const isAllowed = may(role, 'contacts.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('contacts.own_fields')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('contacts.own_fields')}</h1>
        <p className="mt-2 max-w-[62ch] text-base text-muted">
          {t('contacts.own_fields_text')} {!isAllowed && t('contacts.own_fields_read_only')}
        </p>
      </div>
      {!fields && !error && (
        <SkeletonArea>
          <Skeleton className="h-32 rounded-card" />
        </SkeletonArea>
      )}
      {!fields && error && (
        <ReadFailure
          title={t('contacts.own_fields_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      {fields?.length === 0 && (
        <Card>
          <EmptyState icon="sliders" title={t('contacts.own_fields_none')}>
            {t('contacts.own_fields_none_text')}
          </EmptyState>
        </Card>
      )}
      {fields && fields.length > 0 && (
        <Card>
          <ul aria-label={t('contacts.own_fields')}>
            {fields.map((field, place) => (
              <li key={field.id} className="border-b border-line last:border-0">
                <FieldRow
                  field={field}
                  place={place}
                  isLast={place === fields.length - 1}
                  integration_id={id}
                  isAllowed={isAllowed}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {fields && isAllowed && <AddField key={fields.length} integration_id={id} />}
    </div>
  )
}

function FieldRow({
  field,
  place,
  isLast,
  integration_id,
  isAllowed,
}: {
  field: ContactField
  place: number
  isLast: boolean
  integration_id: string
  isAllowed: boolean
}) {
  const t = useT()
  const { move, remove } = useFieldActions(integration_id)
  const [isEditing, setEditing] = useState(false)
  const { id, name, type, options } = field
  const moveTo = (to: number) =>
    void move(id, to).catch((error: unknown) => toast.error(sentence(problemWords(error, t))))
  const ask = () =>
    confirm({
      title: t('contacts.own_field_delete_title', { name }),
      description: t('contacts.own_field_delete_text'),
      confirmLabel: t('contacts.own_field_delete_confirm'),
      act: async () => {
        await remove(id)
        toast.success(t('contacts.own_field_deleted'))
      },
    })
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <Badge>{t(`contacts.type_${type}`)}</Badge>
        {isAllowed && (
          <span className="ml-auto flex">
            <IconButton
              size="sm"
              icon="arrow-up"
              label={t('contacts.own_field_up', { name })}
              disabled={place === 0}
              onClick={() => moveTo(place - 1)}
            />
            <IconButton
              size="sm"
              icon="arrow-down"
              label={t('contacts.own_field_down', { name })}
              disabled={isLast}
              onClick={() => moveTo(place + 1)}
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
              onClick={() => void ask()}
            />
          </span>
        )}
      </div>
      {options.length > 0 && !isEditing && (
        <p className="mt-1 text-sm break-words text-muted">{options.join(' · ')}</p>
      )}
      {isEditing && (
        <EditField field={field} integration_id={integration_id} onClose={() => setEditing(false)} />
      )}
    </div>
  )
}

function EditField({
  field: { id, name, type, options },
  integration_id,
  onClose,
}: {
  field: ContactField
  integration_id: string
  onClose: () => void
}) {
  const t = useT()
  const { update } = useFieldActions(integration_id)
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    await update(id, {
      name: fields.name ?? '',
      ...(type === 'list' ? { options: linesOf(fields.options) } : {}),
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
      <div className="flex gap-2">
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t('contacts.own_field_save')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </Form>
  )
}

function AddField({ integration_id }: { integration_id: string }) {
  const t = useT()
  const { create } = useFieldActions(integration_id)
  const [type, setType] = useState<FieldType>('text')
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    await create({ name: fields.name ?? '', type, options: linesOf(fields.options) })
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
            onChange={({ target }) =>
              setType(FieldType.options.find((one) => one === target.value) ?? 'text')
            }
            className="max-w-60"
          >
            {FieldType.options.map((one) => (
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
        <Button type="submit" look="primary" isBusy={isBusy} className="self-start">
          {t('contacts.own_field_create')}
        </Button>
      </Form>
    </Section>
  )
}
