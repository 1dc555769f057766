import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import {
  removedWorkspaces,
  deleteWorkspace,
  type CachedWorkspace,
  listDrafts,
} from '#platform/session/workspace-cache.ts'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyButton } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'

/** Workspaces the user has lost access to on this device, with their unsent drafts. */
export function RemovedFromWorkspace() {
  const user = useUser()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  return removedWorkspaces(user)
    .filter(({ id }) => !dismissed.includes(id))
    .map((workspace) => (
      <RemovedNotice
        key={workspace.id}
        workspace={workspace}
        onDismiss={() => {
          deleteWorkspace(user, workspace.id)
          setDismissed([...dismissed, workspace.id])
        }}
      />
    ))
}

function RemovedNotice({
  workspace: { id, name },
  onDismiss,
}: {
  workspace: CachedWorkspace
  onDismiss: () => void
}) {
  const t = useT()
  const drafts = listDrafts(useUser(), id)
  const dismiss = () =>
    drafts.length === 0
      ? onDismiss()
      : void confirm({
          title: t('users.ended_dismiss_title'),
          description: t('users.ended_dismiss_text', { count: drafts.length }),
          confirmLabel: t('users.ended_dismiss'),
          action: async () => onDismiss(),
        })
  return (
    <section
      aria-label={t('users.ended', { name })}
      className="mt-6 rounded-card border border-warning/30 bg-warning-subtle p-4"
    >
      <div className="flex items-start gap-2.5">
        <Icon name="alert-triangle" className="mt-px text-warning" />
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{t('users.ended', { name })}</h2>
          <p className="mt-1 text-base">
            {drafts.length > 0 ? t('users.ended_drafts', { count: drafts.length }) : t('users.ended_text')}
          </p>
        </div>
        <Button size="sm" aria-label={t('users.ended_dismiss_named', { name })} onClick={dismiss}>
          {t('users.ended_dismiss')}
        </Button>
      </div>
      {drafts.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {drafts.map(({ key, text }, index) => (
            <li key={key}>
              <div
                role="group"
                aria-label={t('users.ended_draft', { n: index + 1 })}
                className="flex flex-wrap items-start justify-end gap-2 rounded-control border border-line bg-raised p-2 pl-3"
              >
                <p className="min-w-0 flex-1 basis-48 py-1.5 text-base wrap-anywhere whitespace-pre-wrap">
                  {text}
                </p>
                <CopyButton value={text} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
