import { availabilityNow, avatarPath, type CurrentUser, type Integration } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuLabel } from '#ui/menu.tsx'
import { OnlineDot } from '#ui/online-dot.tsx'

/** Loaded on first use. */
const UserMenuItems = lazy(async () => ({ default: (await import('./user-menu-items.tsx')).UserMenuItems }))

interface UserMenuProps {
  user: CurrentUser | null
  /** The current workspace, for availability. */
  integration?: Integration | undefined
  /** Shows only the picture, as on the workspace list. */
  isAlone?: boolean
}
export function UserMenu({ user, integration, isAlone = false }: UserMenuProps) {
  const t = useT()
  const now = integration && availabilityNow(integration, true)
  return (
    <Menu
      side={isAlone ? 'bottom' : 'top'}
      align={isAlone ? 'end' : 'start'}
      className="w-64"
      trigger={
        <button
          type="button"
          disabled={!user}
          aria-label={t('shell.user_menu', { name: user?.name ?? '' })}
          {...(now ? { title: t(`users.availability_${now}`) } : {})}
          className={cn(
            'flex items-center gap-2.5 rounded-control p-1.5 text-left hover:bg-inset touch:min-h-11 touch:min-w-11 max-lg:justify-center',
            !isAlone && 'lg:w-full',
          )}
        >
          <span className="relative shrink-0">
            <Avatar
              name={user?.name || user?.email || '…'}
              src={user?.avatar_id ? avatarPath(user.avatar_id) : null}
              size="sm"
            />
            {now && now !== 'offline' && (
              <OnlineDot className="border-(--bg-subtle)" isAway={now === 'away'} />
            )}
          </span>
          {!isAlone && (
            <>
              <span className="hidden min-w-0 flex-1 truncate text-base font-medium lg:block">
                {user?.name}
              </span>
              <Icon name="chevrons-up-down" size={16} className="hidden text-muted lg:block" />
            </>
          )}
        </button>
      }
    >
      <Suspense fallback={<MenuLabel>{user?.name}</MenuLabel>}>
        <UserMenuItems user={user} integration={integration} />
      </Suspense>
    </Menu>
  )
}
