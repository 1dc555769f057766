import { type Integration, type ListOf, can, type SavedView } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useViewActions } from './actions.ts'
import { useSavedViews } from './data.ts'
import { SavedViewDialog } from './dialog.tsx'
import { listKeys } from './message-keys.ts'

interface Props {
  integration: Integration
  list: ListOf
  onClose: () => void
}
/** Renames, reorders and deletes saved views: shared ones with the right, and personal ones. */
export function SavedViewManager({ integration, list, onClose }: Props) {
  const t = useT()
  const views = useSavedViews(integration.id, list) ?? []
  const actions = useViewActions(integration.id, list)
  const [open, setOpen] = useState<SavedView>()
  const ids = views.map(({ id }) => id)
  const canKeep = can(integration, 'views.manage')
  /** The adjacent view of the same list. */
  const neighbor = (view: SavedView, step: 1 | -1) => {
    const other = views[ids.indexOf(view.id) + step]
    return other?.owner_id === view.owner_id ? other : undefined
  }
  function move(view: SavedView, step: 1 | -1) {
    const other = neighbor(view, step)
    if (!other) return
    const swapped = ids.map((id) => (id === view.id ? other.id : id === other.id ? view.id : id))
    void actions.order(swapped)
  }
  return (
    <>
      <Dialog isOpen={!open} onOpenChange={onClose} title={t(`${listKeys[list]}s_manage`)}>
        {views.length === 0 ? (
          <p className="text-base text-muted">{t(`${listKeys[list]}s_none`)}</p>
        ) : (
          <ul className="-mx-2 divide-y divide-line">
            {views.map((view) => {
              const { id, name, owner_id } = view
              return (
                <li key={id} className="flex items-center gap-1 py-1.5 pl-2">
                  <span className="flex min-w-0 flex-1 items-center gap-2">
                    <span className="min-w-0 truncate text-base">{name}</span>
                    {owner_id === null && <Badge>{t('search.visibility_team')}</Badge>}
                  </span>
                  {(owner_id !== null || canKeep) && (
                    <>
                      <IconButton
                        icon="arrow-up"
                        size="sm"
                        label={t('search.view_up', { name })}
                        disabled={!neighbor(view, -1)}
                        onClick={() => move(view, -1)}
                      />
                      <IconButton
                        icon="arrow-down"
                        size="sm"
                        label={t('search.view_down', { name })}
                        disabled={!neighbor(view, 1)}
                        onClick={() => move(view, 1)}
                      />
                      <IconButton
                        icon="pencil"
                        size="sm"
                        label={t('search.view_rename', { name })}
                        onClick={() => setOpen(view)}
                      />
                      <IconButton
                        icon="trash"
                        size="sm"
                        label={t('search.view_delete', { name })}
                        onClick={() => void actions.remove(view, ids)}
                      />
                    </>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Dialog>
      {open && <SavedViewDialog integration={integration} view={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
