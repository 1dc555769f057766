import { availabilities, type CurrentUser, type Integration, locales } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import { useCookieSettings } from '#platform/analytics/use-analytics.ts'
import { colorPreference, onColorPreference, setColorPreference } from '#platform/theme/color-mode.ts'
import { densities, setDensity, useDensity } from '#platform/theme/density.ts'
import { pageLanguages } from '#platform/i18n/languages.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { ColorPreference } from '#platform/session/request.ts'
import { Icon } from '#ui/icon.tsx'
import { MenuRadioItem, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { openShortcuts } from '#dashboard/commands'
import { sendAvailability } from '#dashboard/users'
import { switchLocale } from './switch-locale.ts'

/** Availability, appearance, account and the way out. */
export function UserMenuItems({
  user,
  integration,
}: {
  user: CurrentUser | null
  integration: Integration | undefined
}) {
  const t = useT()
  const to = usePath()
  const toastOnError = useToastOnError()
  const locale = useLocale()
  const openCookies = useCookieSettings()
  const density = useDensity()
  const preference = useSyncExternalStore<ColorPreference>(onColorPreference, colorPreference, () => 'system')
  return (
    <>
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
            onChange={(selected) => void toastOnError(sendAvailability(integration, selected))}
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
    </>
  )
}
