import { can, type Tag } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuDivider, MenuItem } from '#ui/menu.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { useTagActions, useTagCounts, useTagsQuery, countsOf, tagsOf } from './data.ts'
import { TagDot } from './tag-chips.tsx'

/** Loaded on first use. */
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

type Open = { kind: 'create' } | { kind: 'edit' | 'merge'; tag: Tag } | null

export const queries: Queries = inWorkspace(({ id }) => [tagsOf(id), countsOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function TagsPage() {
  const t = useT()
  const integration = useIntegration()
  const query = useTagsQuery(integration.id)
  const tags = query.data
  const counts = useTagCounts(integration.id)
  const actions = useTagActions(integration.id)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const canManage = can(integration, 'tags.manage')
  const toastOnError = useToastOnError()
  const remove = (tag: Tag) =>
    toastOnError(
      actions.remove(tag.id).then(() =>
        toast.success(t('tags.deleted', { name: tag.name }), {
          label: t('tags.undo'),
          onClick: () => void toastOnError(actions.restore(tag.id)),
        }),
      ),
    )
  const create = canManage && (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
      {t('tags.create')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('tags.title')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('tags.title')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('tags.text')}</p>
        </div>
        {tags && tags.length > 0 && create}
      </div>
      {!tags ? (
        <LoadFallback title={t('tags.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      ) : tags.length === 0 ? (
        <Card>
          <EmptyState icon="tag" title={t('tags.empty')} action={create}>
            {t(canManage ? 'tags.empty_text' : 'tags.read_only')}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {tags.map((tag) => (
              <li
                key={tag.id}
                className={cn('flex min-h-12 items-center gap-3 py-1 pr-2 pl-4', canManage && targetRow)}
              >
                <TagDot color={tag.color} className="size-2.5" />
                {canManage ? (
                  <button
                    type="button"
                    onClick={() => setOpen({ kind: 'edit', tag })}
                    className={cn(rowTarget, 'min-w-0 flex-1 truncate text-left text-base font-medium')}
                  >
                    {tag.name}
                  </button>
                ) : (
                  <span className="min-w-0 flex-1 truncate text-base font-medium">{tag.name}</span>
                )}
                <span className="shrink-0 text-sm text-muted">
                  {counts &&
                    (counts[tag.id] ? t('tags.used', { count: counts[tag.id] ?? 0 }) : t('tags.unused'))}
                </span>
                {canManage && (
                  <ActionsMenu
                    size="sm"
                    className="relative z-1"
                    label={t('tags.actions', { name: tag.name })}
                  >
                    <MenuItem icon="pencil" onSelect={() => setOpen({ kind: 'edit', tag })}>
                      {t('tags.edit')}
                    </MenuItem>
                    {tags.length > 1 && (
                      <MenuItem icon="arrow-right" onSelect={() => setOpen({ kind: 'merge', tag })}>
                        {t('tags.merge_menu')}
                      </MenuItem>
                    )}
                    <MenuDivider />
                    <MenuItem icon="trash" tone="danger" onSelect={() => void remove(tag)}>
                      {t('tags.delete')}
                    </MenuItem>
                  </ActionsMenu>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {open && open.kind !== 'merge' && (
        <Suspense>
          <TagDialog
            key={open.kind === 'edit' ? open.tag.id : 'new'}
            tag={open.kind === 'edit' ? open.tag : undefined}
            actions={actions}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.kind === 'merge' && tags && (
        <Suspense>
          <MergeDialog
            tag={open.tag}
            otherTags={tags.filter(({ id }) => id !== open.tag.id)}
            actions={actions}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
