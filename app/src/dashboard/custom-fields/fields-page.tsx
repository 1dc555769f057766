import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { confirm } from '#ui/confirm.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import type { FieldActions, SavedField } from './data.ts'

/** Loaded on first use. */
const FieldDialog = lazy(async () => ({ default: (await import('./field-dialog.tsx')).FieldDialog }))

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
  const fields = query.data
  const [open, setOpen] = useState<SavedField | 'new' | null>(null)
  const create = isAllowed && (
    <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('contacts.own_field_add')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${messages.title} – ${name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{messages.title}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">
            {messages.text} {!isAllowed && t('contacts.own_fields_read_only')}
          </p>
        </div>
        {fields && fields.length > 0 && create}
      </div>
      {!fields && (
        <LoadFallback title={t('contacts.own_fields_failed')} query={query}>
          <Skeleton className="h-32 rounded-card" />
        </LoadFallback>
      )}
      {fields?.length === 0 && (
        <Card>
          <EmptyState icon="list" title={messages.none} action={create}>
            {messages.none_text}
          </EmptyState>
        </Card>
      )}
      {fields && fields.length > 0 && (
        <Card>
          <ul aria-label={messages.title}>
            {fields.map((field, index) => (
              <li key={field.id} className={cn('border-b border-line last:border-0', isAllowed && targetRow)}>
                <FieldRow
                  field={field}
                  place={index}
                  isLast={index === fields.length - 1}
                  actions={actions}
                  onOpen={() => setOpen(field)}
                  isAllowed={isAllowed}
                  deleteText={messages.delete_text}
                  requiredLabel={requiredLabel}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {open && (
        <Suspense>
          <FieldDialog
            key={open === 'new' ? 'new' : open.id}
            field={open === 'new' ? null : open}
            actions={actions}
            requiredLabel={requiredLabel}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FieldRowProps {
  field: SavedField
  place: number
  isLast: boolean
  actions: FieldActions
  isAllowed: boolean
  onOpen: () => void
  deleteText: string
  requiredLabel: string | undefined
}
function FieldRow({
  field: { id, name, type, options, is_required },
  place: index,
  isLast,
  actions,
  isAllowed,
  onOpen,
  deleteText,
  requiredLabel,
}: FieldRowProps) {
  const t = useT()
  const toastOnError = useToastOnError()
  const moveTo = (to: number) => void toastOnError(actions.move(id, to))
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
    <div className="flex items-center gap-3 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isAllowed ? (
            <button
              type="button"
              aria-label={t('contacts.own_field_edit', { name })}
              onClick={onOpen}
              className={cn(rowTarget, 'min-w-0 text-left text-base font-medium break-words')}
            >
              {name}
            </button>
          ) : (
            <span className="min-w-0 font-medium break-words">{name}</span>
          )}
          <Badge>{t(`contacts.type_${type}`)}</Badge>
          {is_required && <Badge tone="warning">{requiredLabel}</Badge>}
        </p>
        {options.length > 0 && <p className="mt-0.5 text-sm break-words text-muted">{options.join(' · ')}</p>}
      </div>
      {isAllowed && (
        <span className="relative z-1 flex">
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
            icon="trash"
            label={t('contacts.own_field_delete', { name })}
            onClick={() => void confirmDelete()}
          />
        </span>
      )}
    </div>
  )
}
