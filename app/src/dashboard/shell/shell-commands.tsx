import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { setColorPreference } from '#platform/theme/color-mode.ts'
import { densities, setDensity } from '#platform/theme/density.ts'
import { pageLanguages } from '#platform/i18n/languages.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import {
  type Extra,
  runCommand,
  listenForShortcuts,
  openCommandBar,
  openShortcuts,
  useCommands,
  useTooltips,
} from '#dashboard/commands'
import { toast, undoLast } from '#ui/toast.ts'
import { navPages, navPath } from './nav.tsx'
import { switchLocale } from './switch-locale.ts'

/** Commands available on every page: navigation and the user's own. */
export function ShellCommands({ integrationId, canAnswer }: { integrationId: string; canAnswer: boolean }) {
  const t = useT()
  const to = usePath()
  const locale = useLocale()
  const navigate = useNavigate()
  useEffect(() => listenForShortcuts(runCommand), [])
  useTooltips()
  const extras = useMemo((): Extra[] => {
    const otherLocales = (['en', 'sk'] as const).filter((each) => each !== locale)
    return [
      ...navPages('settings').map((page): Extra => ({
        group: 'go',
        label: t(page.nav.label),
        run: () => void navigate(navPath(locale, page, integrationId)),
      })),
      ...(['light', 'dark', 'system'] as const).map((mode): Extra => ({
        group: 'you',
        label: t('commands.theme', { mode: t(`shell.theme_${mode}`) }),
        run: () => setColorPreference(mode),
      })),
      ...densities.map((density): Extra => ({
        group: 'you',
        label: t('commands.density', { density: t(`shell.density_${density}`) }),
        run: () => setDensity(density),
      })),
      ...otherLocales.map((other): Extra => ({
        group: 'you',
        label: t('commands.language', { language: pageLanguages[other] }),
        run: () => void switchLocale(other),
      })),
      { group: 'you', label: t('commands.sign_out'), run: () => location.assign(to('auth-logout')) },
    ]
  }, [t, to, locale, navigate, integrationId])
  useCommands(
    {
      home: () => void navigate(to('app-i-integrationId', { integrationId })),
      inbox: () => void navigate(to('app-i-integrationId-conversation', { integrationId })),
      contacts: () => void navigate(to('app-i-integrationId-contacts', { integrationId })),
      scenarios: () => void navigate(to('app-i-integrationId-scenario', { integrationId })),
      data_sources: () => void navigate(to('app-i-integrationId-settings-data-sources', { integrationId })),
      users: () => void navigate(to('app-i-integrationId-users', { integrationId })),
      settings: () => void navigate(to('app-i-integrationId-settings', { integrationId })),
      new_conversation: canAnswer
        ? () => void import('#dashboard/outbound').then((it) => it.pickContact(integrationId))
        : undefined,
      undo: () => void (undoLast() || toast.info(t('commands.nothing_to_undo'))),
      command_bar: () => void openCommandBar(),
      keys: () => void openShortcuts(),
    },
    extras,
  )
  return null
}
