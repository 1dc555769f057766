import type { Integration } from '@ozvi/contract'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PressedProps } from '#ui/lazy.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { findWorkspaces, WorkspaceAvatar } from '#dashboard/integrations'

interface Props {
  trigger: ReactElement<PressedProps>
  current: Integration | undefined
  workspaces: readonly Integration[]
}
/** A searchable list for many workspaces, the current one first. */
export function WorkspaceFilter({ trigger, current, workspaces }: Props) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const ordered = [...(current ? [current] : []), ...workspaces.filter((each) => each !== current)]
  const matches = findWorkspaces(ordered, typed)
  const pathOf = ({ id }: Integration) => to('app-i-integrationId', { integrationId: id })
  const close = () => setOpen(false)
  return (
    <Popover
      label={t('shell.workspaces')}
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setTyped('')
        setOpen(next)
      }}
      className="w-72 p-1"
    >
      <form
        role="search"
        className="flex p-1"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = matches
          if (!first) return
          close()
          void navigate(pathOf(first))
        }}
      >
        <SearchInput
          label={t('integrations.filter')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <ul className="max-h-80 overflow-y-auto">
        {matches.map((workspace) => (
          <li key={workspace.id}>
            <Place to={pathOf(workspace)} onClosed={close} isCurrent={workspace === current}>
              <WorkspaceAvatar workspace={workspace} size="xs" />
              <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
              {workspace === current && <Icon name="check" size={16} className="text-primary" />}
            </Place>
          </li>
        ))}
      </ul>
      <p role="status" className="px-2.5 text-base text-muted not-empty:py-2">
        {matches.length === 0 && t('integrations.no_match')}
      </p>
      <ul className="mt-1 border-t border-line pt-1">
        <li>
          <Place to={to('app')} onClosed={close}>
            <Icon name="arrow-right" className="text-muted" />
            {t('shell.all_workspaces')}
          </Place>
        </li>
        <li>
          <Place to={`${to('app')}?create=1`} onClosed={close}>
            <Icon name="plus" className="text-muted" />
            {t('integrations.create')}
          </Place>
        </li>
      </ul>
    </Popover>
  )
}

function Place({
  to,
  isCurrent = false,
  onClosed,
  children,
}: {
  to: string
  isCurrent?: boolean
  onClosed: () => void
  children: ReactNode
}) {
  return (
    <PageLink
      to={to}
      onClick={onClosed}
      aria-current={isCurrent ? 'true' : undefined}
      className="flex min-h-8 items-center gap-2.5 rounded-control px-2.5 text-base hover:bg-inset touch:min-h-11"
    >
      {children}
    </PageLink>
  )
}
