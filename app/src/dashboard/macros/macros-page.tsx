import { type Macro, can } from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { useActionText } from './action-text.ts'
import { useMacroActions, useMacros, macrosOf } from './data.ts'
import { MacroDialog } from './macro-dialog.tsx'

export const queries: Queries = inWorkspace(({ id }) => [macrosOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function MacrosPage() {
  const t = useT()
  const integration = useIntegration()
  const query = useMacros(integration.id)
  const macros = query.data
  const macroActions = useMacroActions(integration.id)
  const actionText = useActionText(integration.id)
  const [open, setOpen] = useState<Macro | 'new' | null>(null)
  const canAnswer = can(integration, 'conversations.answer')
  const canShare = can(integration, 'knowledge.manage')
  const canEdit = ({ owner_id }: Macro) => canAnswer && (owner_id !== null || canShare)
  const toastOnError = useToastOnError()
  const remove = (macro: Macro) =>
    toastOnError(
      macroActions.remove(macro.id).then(() =>
        toast.success(t('macro-settings.deleted', { name: macro.name }), {
          label: t('macro-settings.undo'),
          onClick: () =>
            void toastOnError(
              macroActions.save({
                ...macro,
                file_ids: macro.attachments.map(({ id }) => id),
                is_shared: macro.owner_id === null,
              }),
            ),
        }),
      ),
    )
  const create = canAnswer && (
    <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('macro-settings.create')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('macros.title')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('macros.title')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('macro-settings.text')}</p>
        </div>
        {macros && macros.length > 0 && create}
      </div>
      {!macros ? (
        <LoadFallback title={t('macros.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      ) : macros.length === 0 ? (
        <Card>
          <EmptyState icon="zap" title={t('macro-settings.empty')} action={create}>
            {t(canAnswer ? 'macro-settings.empty_text' : 'macro-settings.empty_read_only')}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {macros.map((macro) => (
              <li
                key={macro.id}
                className={cn('flex items-center gap-1 py-2 pr-2 pl-4', canEdit(macro) && targetRow)}
              >
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    {canEdit(macro) ? (
                      <button
                        type="button"
                        aria-label={t('macro-settings.edit_named', { name: macro.name })}
                        onClick={() => setOpen(macro)}
                        className={cn(rowTarget, 'min-w-0 truncate text-left text-base font-medium')}
                      >
                        {macro.name}
                      </button>
                    ) : (
                      <span className="min-w-0 truncate text-base font-medium">{macro.name}</span>
                    )}
                    {macro.owner_id && <Badge>{t('canned-replies.own')}</Badge>}
                  </span>
                  <span className="block text-sm break-words text-muted">
                    {macro.actions.map(actionText).join(' · ')}
                  </span>
                </span>
                {canEdit(macro) && (
                  <IconButton
                    icon="trash"
                    size="sm"
                    className="relative z-1"
                    label={t('macro-settings.delete_named', { name: macro.name })}
                    onClick={() => void remove(macro)}
                  />
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {open && (
        <MacroDialog
          key={open === 'new' ? 'new' : open.id}
          integration_id={integration.id}
          macro={open === 'new' ? undefined : open}
          canShare={canShare}
          macroActions={macroActions}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
