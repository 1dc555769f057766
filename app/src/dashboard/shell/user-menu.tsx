import {
  availabilities,
  availabilityNow,
  avatarPath,
  type CurrentUser,
  type Integration,
  locales,
} from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import { useCookieSettings } from '#platform/analytics/use-analytics.ts'
import { colorPreference, onColorPreference, setColorPreference } from '#platform/theme/color-mode.ts'
import { densities, setDensity, useDensity } from '#platform/theme/density.ts'
import { pageLanguages } from '#platform/i18n/languages.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { ColorPreference } from '#platform/session/request.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuRadioItem, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { cn } from '#ui/cn.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { OnlineDot } from '#ui/online-dot.tsx'
import { openShortcuts } from '#dashboard/commands'
import { sendAvailability } from '#dashboard/users'
import { switchLocale } from './switch-locale.ts'

interface UserMenuProps {
  user: CurrentUser | null
  /** The current workspace, for availability. */
  integration?: Integration | undefined
  /** Without a label, as on the workspace list. */
  isAlone?: boolean
}
export function UserMenu({ user, integration, isAlone = false }: UserMenuProps) {
  const t = useT()
  const to = usePath()
  const locale = useLocale()
  const openCookies = useCookieSettings()
  const now = integration && availabilityNow(integration, true)
  const density = useDensity()
  const preference = useSyncExternalStore<ColorPreference>(onColorPreference, colorPreference, () => 'system')
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
            'flex items-center gap-2.5 rounded-control p-1.5 text-left hover:bg-inset touch:min-h-11',
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
      <div className="px-2.5 py-2">
        <p className="truncate font-medium">{user?.name}</p>
        <p className="truncate text-sm text-muted">{user?.email}</p>
      </div>
      {integration && (
        <>
          <MenuDivider />
          <MenuRadioItem
            label={t('users.availability')}
            value={integration.availability}
            onChange={(selected) =>
              void sendAvailability(integration, selected).catch((error) => toastError(error, t))
            }
            options={availabilities.map((value) => ({
              value,
              label: t(`users.availability_${value}`),
            }))}
          />
        </>
      )}
      <MenuDivider />
      <MenuRadioItem
        label={t('shell.theme')}
        value={preference}
        onChange={setColorPreference}
        options={[
          { value: 'light', label: t('shell.theme_light'), icon: 'sun' },
          { value: 'dark', label: t('shell.theme_dark'), icon: 'moon' },
          { value: 'system', label: t('shell.theme_system'), icon: 'laptop' },
        ]}
      />
      <MenuDivider />
      <MenuRadioItem
        label={t('shell.density')}
        value={density}
        onChange={setDensity}
        options={densities.map((value) => ({ value, label: t(`shell.density_${value}`) }))}
      />
      <MenuDivider />
      <MenuRadioItem
        label={t('shell.language')}
        value={locale}
        onChange={(selected) => void switchLocale(selected)}
        options={locales.map((value) => ({ value, label: pageLanguages[value] }))}
      />
      <MenuDivider />
      {openCookies && (
        <MenuItem icon="sliders" onSelect={openCookies}>
          {t('shell.cookies')}
        </MenuItem>
      )}
      <MenuItem asChild>
        <PageLink to={to('app_account')}>
          <Icon name="user" className="text-muted" />
          {t('shell.account')}
        </PageLink>
      </MenuItem>
      <MenuItem icon="keyboard" onSelect={() => void openShortcuts()}>
        {t('commands.keys')}
      </MenuItem>
      <MenuItem asChild>
        <a href={to('documentation')} target="_blank" rel="noopener">
          <Icon name="help-circle" className="text-muted" />
          {t('shell.help')}
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={to('auth-logout')}>
          <Icon name="log-out" className="text-muted" />
          {t('shell.sign_out')}
        </a>
      </MenuItem>
    </Menu>
  )
}
