import type { CurrentUser } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { workspaceAt } from '#platform/session/workspace.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { WorkspaceAvatar } from '#dashboard/integrations'

/** Above this number the list is searchable. */
const listed_max = 8
const WorkspaceFilter = lazy(() =>
  import('./workspace-filter.tsx').then((module) => ({ default: module.WorkspaceFilter })),
)

export function WorkspaceSwitcher({
  integrationId,
  user,
}: {
  integrationId: string
  user: CurrentUser | null
}) {
  const t = useT()
  const to = usePath()
  const current = user ? workspaceAt(user, integrationId) : undefined
  const trigger = (
    <button
      type="button"
      disabled={!user}
      aria-label={t('shell.switch_workspace', { name: current?.name ?? '' })}
      className="flex min-w-0 items-center gap-2.5 rounded-control p-1 text-left hover:bg-inset touch:min-h-11 lg:w-full"
    >
      <WorkspaceAvatar workspace={current} size="md" className="bg-primary text-on-primary" />
      <span className="min-w-0 flex-1 truncate text-base font-semibold md:max-lg:hidden">
        {current?.name}
      </span>
      <Icon name="chevrons-up-down" size={16} className="text-muted md:max-lg:hidden" />
    </button>
  )
  if (user && user.integrations.length > listed_max)
    return (
      <Suspense fallback={trigger}>
        <WorkspaceFilter trigger={trigger} current={current} workspaces={user.integrations} />
      </Suspense>
    )
  return (
    <Menu className="w-64" trigger={trigger}>
      <MenuLabel>{t('shell.workspaces')}</MenuLabel>
      {user?.integrations.map((workspace) => (
        <MenuItem key={workspace.id} asChild>
          <PageLink to={to('app-i-integrationId', { integrationId: workspace.id })}>
            <WorkspaceAvatar workspace={workspace} size="xs" />
            <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
            {workspace === current && <Icon name="check" size={16} className="text-primary" />}
          </PageLink>
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem asChild>
        <PageLink to={to('app')}>
          <Icon name="arrow-right" className="text-muted" />
          {t('shell.all_workspaces')}
        </PageLink>
      </MenuItem>
      <MenuItem asChild>
        <PageLink to={`${to('app')}?create=1`}>
          <Icon name="plus" className="text-muted" />
          {t('integrations.create')}
        </PageLink>
      </MenuItem>
    </Menu>
  )
}
