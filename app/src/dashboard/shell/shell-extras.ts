import type { Integration, Locale } from '@ozvi/contract'
import type { NavigateFunction } from 'react-router'
import { pageLanguages } from '#platform/i18n/languages.ts'
import type { Translate } from '#platform/i18n/translator.ts'
import { setColorPreference } from '#platform/theme/color-mode.ts'
import { densities, setDensity } from '#platform/theme/density.ts'
import { pagePath } from '#addresses'
import type { Extra } from '#dashboard/commands'
import { isPageOffered, navPages, navPath } from './nav.tsx'
import { switchLocale } from './switch-locale.ts'

interface Place {
  integrationId: string
  /** Undefined while unknown. */
  integration: Integration | undefined
  locale: Locale
  t: Translate
  navigate: NavigateFunction
}
/** Commands without a shortcut that every page has. Loaded with the palette. */
export function shellExtras({ integrationId, integration, locale, t, navigate }: Place): Extra[] {
  const otherLocales = (['en', 'sk'] as const).filter((each) => each !== locale)
  return [
    ...navPages('settings')
      .filter((page) => isPageOffered(page, integration))
      .map((page): Extra => ({
        group: 'settings',
        key: page.name,
        label: t(page.nav.label),
        run: () => void navigate(navPath(locale, page, integrationId)),
      })),
    ...(['light', 'dark', 'system'] as const).map((mode): Extra => ({
      group: 'you',
      key: `theme:${mode}`,
      label: t('commands.theme', { mode: t(`shell.theme_${mode}`) }),
      run: () => setColorPreference(mode),
    })),
    ...densities.map((density): Extra => ({
      group: 'you',
      key: `density:${density}`,
      label: t('commands.density', { density: t(`shell.density_${density}`) }),
      run: () => setDensity(density),
    })),
    ...otherLocales.map((other): Extra => ({
      group: 'you',
      key: `language:${other}`,
      label: t('commands.language', { language: pageLanguages[other] }),
      run: () => void switchLocale(other),
    })),
    {
      group: 'go',
      key: 'invite',
      label: t('commands.invite'),
      run: () => void navigate(pagePath(locale, 'app-i-integrationId-settings-team', { integrationId })),
    },
    {
      group: 'you',
      key: 'sign_out',
      label: t('commands.sign_out'),
      run: () => location.assign(pagePath(locale, 'auth-logout')),
    },
  ]
}
