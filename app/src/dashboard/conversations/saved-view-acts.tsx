import { may, writeFilter } from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { filterActStyle } from '#ui/filter-chip.tsx'
import { SavedViewDialog, useViewActions } from '#dashboard/saved-views'
import { useInbox } from './inbox-context.ts'

/** Keeps what the list shows under a name: as a new view, or as what the one that was chosen says from now on. */
export function SavedViewActs() {
  const t = useT()
  const navigate = useNavigate()
  const { id: me } = useUser()
  const { integration, wanted, saved, savedPath } = useInbox()
  const actions = useViewActions(integration.id, 'conversations')
  const [isOpen, setOpen] = useState(false)
  const shown = {
    view: wanted.view,
    filter: Object.fromEntries(Object.entries(writeFilter(wanted.filter))),
  }
  const mayChange = saved && (saved.owner_id === me || may(integration.role, 'views.manage'))
  return (
    <>
      {mayChange && (
        <li>
          <button
            type="button"
            className={filterActStyle}
            onClick={() =>
              void actions.change(saved, shown).then((isDone) => isDone && navigate(savedPath(saved.id)))
            }
          >
            {t('finding.view_update', { name: saved.name })}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={filterActStyle} onClick={() => setOpen(true)}>
          {t('finding.view_save')}
        </button>
        {isOpen && (
          <Suspense>
            <SavedViewDialog
              integration={integration}
              view={{ list: 'conversations', ...shown }}
              onKept={({ id }) => void navigate(savedPath(id))}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </li>
    </>
  )
}
