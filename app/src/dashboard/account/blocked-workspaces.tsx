import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { leaveBlocked } from './data.ts'

/** Workspaces that this session can't open, because they require single sign-on. */
export function BlockedWorkspaces({ workspaces }: { workspaces: readonly Integration[] }) {
  const t = useT()
  return (
    <Section title={t('account.blocked')} description={t('account.blocked_text')}>
      <ul aria-label={t('account.blocked')} className="-my-3 divide-y divide-line">
        {workspaces.map((workspace) => (
          <Row key={workspace.id} workspace={workspace} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ workspace: { id, name } }: { workspace: Integration }) {
  const t = useT()
  const to = usePath()
  async function leave() {
    const hasLeft = await confirm({
      title: t('users.leave_title', { name }),
      description: t('account.blocked_leave_text'),
      confirmLabel: t('users.leave'),
      action: () => leaveBlocked(id),
    })
    if (hasLeft) toast.success(t('users.left', { name }))
  }
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 sm:gap-4">
      <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{name}</span>
      <span className="flex flex-wrap gap-2">
        <a
          href={`${to('auth-single-sign-on')}?workspace=${id}`}
          aria-label={t('account.blocked_sign_in_named', { name })}
          className={buttonStyle('plain', 'sm')}
        >
          {t('account.blocked_sign_in')}
        </a>
        <Button
          size="sm"
          aria-label={t('account.blocked_leave_named', { name })}
          onClick={() => void leave()}
        >
          {t('account.blocked_leave')}
        </Button>
      </span>
    </li>
  )
}
