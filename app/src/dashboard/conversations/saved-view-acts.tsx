import { may, writeFilter } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { useInbox } from './inbox-context.ts'
import { useViewActions } from './saved-view-data.ts'
import { SavedViewDialog } from './saved-view-dialog.tsx'

const look = 'h-7 rounded-control px-1.5 text-sm text-primary hover:underline touch:h-11'

/** Keeps what the list shows under a name: as a new view, or as what the one that was chosen says from now on. */
export function SavedViewActs() {
  const t = useT()
  const navigate = useNavigate()
  const { id: me } = useUser()
  const { integration, wanted, saved, savedPath } = useInbox()
  const actions = useViewActions(integration.id)
  const [isOpen, setOpen] = useState(false)
  const mayChange = saved && (saved.owner_id === me || may(integration.role, 'views.manage'))
  return (
    <>
      {mayChange && (
        <li>
          <button
            type="button"
            className={look}
            onClick={() =>
              void actions
                .change(saved, {
                  view: wanted.view,
                  filter: Object.fromEntries(Object.entries(writeFilter(wanted.filter))),
                })
                .then((isDone) => isDone && navigate(savedPath(saved.id)))
            }
          >
            {t('finding.view_update', { name: saved.name })}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={look} onClick={() => setOpen(true)}>
          {t('finding.view_save')}
        </button>
        {isOpen && (
          <SavedViewDialog onKept={({ id }) => void navigate(savedPath(id))} onClose={() => setOpen(false)} />
        )}
      </li>
    </>
  )
}
