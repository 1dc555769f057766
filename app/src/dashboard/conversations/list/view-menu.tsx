import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuLabel } from '#ui/menu.tsx'
import { SavedViewManager } from '#dashboard/saved-views'
import { useTeams } from '#dashboard/users'
import { useInbox } from '../layout/inbox-context.ts'
import { hasOtherStatuses, teamOf } from './list-params.ts'

const ViewItems = lazy(async () => ({ default: (await import('./view-items.tsx')).ViewItems }))

/** The heading of the list: the name of the view, which opens the other ones. */
export function ViewMenu() {
  const t = useT()
  const { integration, listParams, saved } = useInbox()
  const { data: teams } = useTeams(integration.id)
  const [isManaging, setManaging] = useState(false)
  const team = teams?.find(({ id }) => id === teamOf(listParams))
  const name =
    saved?.name ??
    team?.name ??
    t(`conversations.view_${hasOtherStatuses(listParams) ? 'any' : listParams.view}`)
  return (
    <>
      <h1 className="min-w-0 flex-1">
        <Menu
          align="start"
          className="w-64"
          trigger={
            <button
              type="button"
              aria-label={t('conversations.view_current', { name })}
              className="-ml-2 flex h-8 max-w-full items-center gap-1 rounded-control px-2 text-md font-semibold tracking-tight hover:bg-inset touch:h-11"
            >
              <span className="truncate">{name}</span>
              <Icon name="chevron-down" size={16} className="text-muted" />
            </button>
          }
        >
          <Suspense fallback={<MenuLabel>{t('conversations.views')}</MenuLabel>}>
            <ViewItems onManage={() => setManaging(true)} />
          </Suspense>
        </Menu>
      </h1>
      {isManaging && (
        <Suspense>
          <SavedViewManager
            integration={integration}
            list="conversations"
            onClose={() => setManaging(false)}
          />
        </Suspense>
      )}
    </>
  )
}
