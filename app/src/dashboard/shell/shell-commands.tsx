import { can, type Integration } from '@ozvi/contract'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import {
  runCommand,
  listenForShortcuts,
  openCommandBar,
  openShortcuts,
  useCommands,
  useFinder,
  useTooltips,
} from '#dashboard/commands'
import { toast, undoLast } from '#ui/toast.ts'

/** Commands available on every page: navigation and the user's own. */
export function ShellCommands({
  integrationId,
  integration,
}: {
  integrationId: string
  /** Undefined while unknown. */
  integration: Integration | undefined
}) {
  const t = useT()
  const to = usePath()
  const locale = useLocale()
  const navigate = useNavigate()
  useEffect(
    () =>
      listenForShortcuts(runCommand, (name) =>
        toast.info(t('commands.unavailable', { command: t(`commands.${name}`).replace('…', '') })),
      ),
    [t],
  )
  useTooltips()
  useCommands({
    home: () => void navigate(to('app-i-integrationId', { integrationId })),
    inbox: () => void navigate(to('app-i-integrationId-conversation', { integrationId })),
    contacts: () => void navigate(to('app-i-integrationId-contacts', { integrationId })),
    scenarios: () => void navigate(to('app-i-integrationId-scenario', { integrationId })),
    data_sources: () => void navigate(to('app-i-integrationId-settings-data-sources', { integrationId })),
    users: () => void navigate(to('app-i-integrationId-users', { integrationId })),
    settings: () => void navigate(to('app-i-integrationId-settings', { integrationId })),
    new_conversation:
      integration && can(integration, 'conversations.answer')
        ? () => void import('#dashboard/outbound').then((it) => it.pickContact(integrationId))
        : undefined,
    undo: () => void (undoLast() || toast.info(t('commands.nothing_to_undo'))),
    command_bar: () => void openCommandBar(),
    keys: () => void openShortcuts(),
  })
  useFinder(
    useCallback(async () => {
      const [{ createFinder }, { shellExtras }] = await Promise.all([
        import('#dashboard/finding'),
        import('./shell-extras.ts'),
      ])
      const context = { integrationId, integration, locale, t, navigate }
      return { ...createFinder(context), extras: shellExtras(context) }
    }, [integrationId, integration, locale, t, navigate]),
  )
  return null
}
