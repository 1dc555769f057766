import { can, draftReply, rewriteKinds, type RewriteKind, rewriteReply } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { modelOf } from '#dashboard/language-model'
import type { CopilotProps } from './copilot-props.ts'
import { CopilotSkeleton } from './copilot-skeleton.tsx'
import { failureText } from './failure-text.ts'
import { openSummary } from './summary-dialog.tsx'
import { openTranslation } from './translation-dialog.tsx'

type Apply = (now: CopilotProps) => void
/** Runs a request while the menu is closed; its result changes the composer. */
export type RunCopilot = (work: () => Promise<Apply | undefined>) => void

const icons: Record<RewriteKind, IconName> = {
  correct: 'check',
  shorten: 'list',
  friendly: 'smile',
  formal: 'pencil',
  translate: 'globe',
}

function draftWork({ row }: CopilotProps, t: Translate) {
  return async (): Promise<Apply | undefined> => {
    const draft = await call(draftReply, { integration_id: row.integration_id, conversation_id: row.id })
    if (!draft) {
      toast.info(t('copilot.no_draft'))
      return undefined
    }
    return ({ text, onText }) => {
      onText(text ? `${text.trimEnd()}\n\n${draft.text}` : draft.text)
      if (draft.failure && draft.failure !== 'off') toast.info(t('copilot.quoted'))
    }
  }
}

function rewriteWork({ row, text: original }: CopilotProps, kind: RewriteKind, t: Translate) {
  return async (): Promise<Apply | undefined> => {
    const input = { integration_id: row.integration_id, text: original, kind, locale: row.locale }
    const { text, failure } = await call(rewriteReply, input)
    if (text === null) {
      toast.error(failureText(failure ?? 'unreadable', t))
      return undefined
    }
    return ({ text: now, onText }) => {
      if (now === original) return onText(text)
      toast.info(t('copilot.changed_meanwhile'), {
        label: t('copilot.replace'),
        onClick: () => onText(text),
        isUndo: false,
      })
    }
  }
}

/** Items of the copilot menu. Those that need a language model are hidden if none is connected. */
export function CopilotItems({ onRun, ...props }: CopilotProps & { onRun: RunCopilot }) {
  const t = useT()
  const to = usePath()
  const { row, text, isNote, onNote } = props
  const integration = useIntegration()
  const { data: model, isPending } = useQuery(modelOf(row.integration_id))
  const isConnected = model !== undefined && model.source !== 'none' && model.is_on
  const start = (work: () => Promise<Apply | undefined>) =>
    onRun(() =>
      work().catch((error: unknown) => {
        toastError(error, t)
        return undefined
      }),
    )
  if (isPending) return <CopilotSkeleton />
  return (
    <>
      {!isNote && (
        <MenuItem icon="book" onSelect={() => start(draftWork(props, t))}>
          {t('copilot.draft')}
        </MenuItem>
      )}
      {isConnected && (
        <MenuItem
          icon="list"
          onSelect={() =>
            void openSummary({ integration_id: row.integration_id, conversation_id: row.id, onNote })
          }
        >
          {t('copilot.summarize')}
        </MenuItem>
      )}
      {isConnected && (
        <MenuItem
          icon="globe"
          onSelect={() =>
            void openTranslation({ integration_id: row.integration_id, conversation_id: row.id })
          }
        >
          {t('copilot.translate_conversation')}
        </MenuItem>
      )}
      {isConnected && text.trim() !== '' && (
        <>
          <MenuDivider />
          <MenuLabel>{t('copilot.rewrite')}</MenuLabel>
          {rewriteKinds.map((kind) => (
            <MenuItem key={kind} icon={icons[kind]} onSelect={() => start(rewriteWork(props, kind, t))}>
              {kind === 'translate' ? t(`copilot.translate_${row.locale}`) : t(`copilot.${kind}`)}
            </MenuItem>
          ))}
        </>
      )}
      {model && !isConnected && (
        <>
          <MenuDivider />
          <p className="max-w-64 px-2.5 py-1.5 text-sm text-muted">{t('copilot.not_connected')}</p>
          {can(integration, 'settings.manage') && (
            <MenuItem asChild>
              <PageLink
                to={to('app-i-integrationId-settings-language-model', { integrationId: row.integration_id })}
              >
                <Icon name="settings" className="text-muted" />
                {t('copilot.connect')}
              </PageLink>
            </MenuItem>
          )}
        </>
      )}
    </>
  )
}
