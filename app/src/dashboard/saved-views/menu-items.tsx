import { type Integration, can, type SavedView } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { filterActionStyle } from '#ui/filter-chip.tsx'
import { useViewActions } from './actions.ts'
import { SavedViewDialog } from './dialog.tsx'
import { listKeys } from './message-keys.ts'

interface Props {
  integration: Integration
  /** What the list shows. */
  current: Pick<SavedView, 'list' | 'view' | 'filter'>
  /** The view it is based on. */
  saved: SavedView | undefined
  onOpen: (id: string) => void
}
/** Saves the list as a new view, or updates the selected one. */
export function SavedViewMenuItems({ integration, current, saved, onOpen }: Props) {
  const t = useT()
  const { id: me } = useUser()
  const actions = useViewActions(integration.id, current.list)
  const [isNaming, setNaming] = useState(false)
  const canChange = saved && (saved.owner_id === me || can(integration, 'views.manage'))
  return (
    <>
      {canChange && (
        <li>
          <button
            type="button"
            className={filterActionStyle}
            onClick={() => void actions.change(saved, current).then((isDone) => isDone && onOpen(saved.id))}
          >
            {t(`${listKeys[current.list]}_update`, { name: saved.name })}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={filterActionStyle} onClick={() => setNaming(true)}>
          {t(`${listKeys[current.list]}_save`)}
        </button>
        {isNaming && (
          <SavedViewDialog
            integration={integration}
            view={current}
            onSaved={({ id }) => onOpen(id)}
            onClose={() => setNaming(false)}
          />
        )}
      </li>
    </>
  )
}
