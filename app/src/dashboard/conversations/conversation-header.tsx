import type { InboxRow } from '@ozvi/contract'
import { type RefObject, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import type { ConversationActions } from './actions.ts'
import { AssignMenu } from './assign-menu.tsx'
import { CustomerAvatar } from './customer-avatar.tsx'
import { useInbox } from './inbox-context.ts'
import { customerName } from './names.ts'
import { SnoozeItems, SnoozePicker } from './snooze.tsx'
import { statusTones } from './views.ts'

interface Props {
  row: InboxRow
  headingRef: RefObject<HTMLHeadingElement | null>
  canAnswer: boolean
  actions: ConversationActions
  onShowContact: () => void
}
/** Who it is, how it stands, and everything that can be done with the conversation as a whole. */
export function ConversationHeader({ row, headingRef, canAnswer, actions, onShowContact }: Props) {
  const t = useT()
  const { listPath } = useInbox()
  const [isPicking, setPicking] = useState(false)
  const name = customerName(row, t)
  const isResolved = row.status === 'resolved'
  const resolveLabel = isResolved ? t('conversations.reopen') : t('conversations.resolve')
  return (
    <header className="flex min-h-15 shrink-0 items-center gap-2 border-b border-line bg-page px-2 py-2 sm:px-4">
      <PageLink
        to={listPath}
        aria-label={t('conversations.back')}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-inset md:hidden touch:size-11"
      >
        <Icon name="arrow-left" />
      </PageLink>
      <CustomerAvatar contact={row.contact} size="lg" className="max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <h2
          id="conversation-title"
          ref={headingRef}
          tabIndex={-1}
          className="truncate text-md leading-5 font-semibold outline-none"
        >
          {name}
        </h2>
        <p className="mt-0.5 flex min-w-0 items-center gap-2 text-sm text-muted">
          <Badge tone={statusTones[row.status]}>{t(`conversations.status_${row.status}`)}</Badge>
          <span className="shrink-0">#{row.number}</span>
        </p>
      </div>
      {canAnswer && (
        <>
          <AssignMenu row={row} actions={actions} />
          <Menu
            align="end"
            className="w-72"
            trigger={
              <Button
                size="sm"
                icon="moon"
                aria-label={t('conversations.snooze')}
                className="max-sm:hidden max-2xl:px-2"
              >
                <span className="max-2xl:hidden">{t('conversations.snooze')}</span>
                <Icon name="chevron-down" size={14} className="text-muted" />
              </Button>
            }
          >
            <SnoozeItems row={row} actions={actions} onPick={() => setPicking(true)} />
          </Menu>
          <Button
            size="sm"
            icon={isResolved ? 'refresh' : 'check'}
            aria-label={resolveLabel}
            className="max-sm:w-11 max-sm:px-0"
            onClick={() => void actions.setStatus(row, isResolved ? 'open' : 'resolved')}
          >
            <span className="max-sm:hidden">{resolveLabel}</span>
          </Button>
        </>
      )}
      <IconButton
        icon="panel-right"
        label={t('conversations.contact_show')}
        onClick={onShowContact}
        className={canAnswer ? 'max-sm:hidden xl:hidden' : 'xl:hidden'}
      />
      {canAnswer && (
        <>
          <Menu
            align="end"
            className="w-72"
            trigger={<IconButton icon="dots" label={t('conversations.more')} className="shrink-0" />}
          >
            <div className="sm:hidden">
              <MenuItem icon="user" onSelect={onShowContact}>
                {t('conversations.contact')}
              </MenuItem>
              <MenuLabel>{t('conversations.snooze')}</MenuLabel>
              <SnoozeItems row={row} actions={actions} onPick={() => setPicking(true)} />
              <MenuDivider />
            </div>
            {row.handler !== 'team' && (
              <MenuItem icon="user" onSelect={() => void actions.takeOver(row)}>
                {t('conversations.take_over')}
              </MenuItem>
            )}
            {row.status === 'spam' ? (
              <MenuItem icon="inbox" onSelect={() => void actions.setStatus(row, 'open')}>
                {t('conversations.not_spam')}
              </MenuItem>
            ) : (
              <MenuItem icon="ban" tone="danger" onSelect={() => void actions.setStatus(row, 'spam')}>
                {t('conversations.spam')}
              </MenuItem>
            )}
          </Menu>
          <SnoozePicker
            isOpen={isPicking}
            onOpenChange={setPicking}
            onPick={(until) => void actions.snooze(row, until)}
          />
        </>
      )}
    </header>
  )
}
