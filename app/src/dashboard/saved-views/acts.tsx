import { type Integration, may, type SavedView } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { filterActStyle } from '#ui/filter-chip.tsx'
import { useViewActions } from './actions.ts'
import { SavedViewDialog } from './dialog.tsx'
import { words } from './words.ts'

interface Props {
  integration: Integration
  /** What the list shows. */
  shown: Pick<SavedView, 'list' | 'view' | 'filter'>
  /** The view it is based on. */
  saved: SavedView | undefined
  onOpen: (id: string) => void
}
/** Saves the list as a new view, or updates the selected one. */
export function SavedViewActs({ integration, shown, saved, onOpen }: Props) {
  const t = useT()
  const { id: me } = useUser()
  const actions = useViewActions(integration.id, shown.list)
  const [isNaming, setNaming] = useState(false)
  const mayChange = saved && (saved.owner_id === me || may(integration.role, 'views.manage'))
  return (
    <>
      {mayChange && (
        <li>
          <button
            type="button"
            className={filterActStyle}
            onClick={() => void actions.change(saved, shown).then((isDone) => isDone && onOpen(saved.id))}
          >
            {t(`${words[shown.list]}_update`, { name: saved.name })}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={filterActStyle} onClick={() => setNaming(true)}>
          {t(`${words[shown.list]}_save`)}
        </button>
        {isNaming && (
          <SavedViewDialog
            integration={integration}
            view={shown}
            onKept={({ id }) => onOpen(id)}
            onClose={() => setNaming(false)}
          />
        )}
      </li>
    </>
  )
}
