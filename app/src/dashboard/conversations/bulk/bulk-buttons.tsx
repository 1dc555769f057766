import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import type { IconName } from '#ui/icon.tsx'
import { Menu, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { type CommandName, ShortcutHint, useKeymap } from '#dashboard/commands'
import { TimeItems } from '../snooze/snooze.tsx'
import type { BulkCommands } from './use-bulk-commands.ts'

const AssignPicker = lazy(async () => ({
  default: (await import('../conversation/assign-picker.tsx')).AssignPicker,
}))

interface BulkButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconName
  label: string
  command?: CommandName
  /** Shows the label and the shortcut, not only the icon. */
  isLabeled: boolean
}
function BulkButton({ icon, label, command, isLabeled, ...rest }: BulkButtonProps) {
  const { keys } = useKeymap()
  const key = command && keys[command]
  if (!isLabeled) return <IconButton icon={icon} label={label} data-command={command} {...rest} />
  return (
    <Button icon={icon} className="w-full" {...rest}>
      <span className="min-w-0 flex-1 truncate text-left">{label}</span>
      {key && (
        <span aria-hidden>
          <ShortcutHint combination={key} />
        </span>
      )}
    </Button>
  )
}

/** The actions on the selected rows: as icons, or with labels and keys. */
export function BulkButtons({ bulk, isLabeled = false }: { bulk: BulkCommands; isLabeled?: boolean }) {
  const t = useT()
  const side = isLabeled ? 'bottom' : 'top'
  return (
    <>
      {bulk.isDone ? (
        <BulkButton
          isLabeled={isLabeled}
          icon="inbox"
          label={t(bulk.isSpam ? 'conversations.not_spam' : 'conversations.reopen')}
          onClick={() => bulk.setStatus('open')}
        />
      ) : (
        <BulkButton
          isLabeled={isLabeled}
          icon="check"
          label={t('conversations.resolve')}
          command="resolve"
          onClick={() => bulk.setStatus('resolved')}
        />
      )}
      <AssignButton bulk={bulk} isLabeled={isLabeled} />
      <Menu
        side={side}
        className="w-72"
        trigger={
          <BulkButton isLabeled={isLabeled} icon="moon" label={t('conversations.snooze')} command="snooze" />
        }
      >
        <TimeItems onTime={bulk.snoozeUntil} onPick={() => bulk.setPicking(true)} />
      </Menu>
      <BulkButton
        isLabeled={isLabeled}
        icon="zap"
        label={t('macros.run')}
        command="macro"
        onClick={bulk.runMacro}
      />
      <BulkButton
        isLabeled={isLabeled}
        icon="tag"
        label={t('conversations.tags_edit')}
        command="tags"
        onClick={() => bulk.setTagging(true)}
      />
      <Menu
        side={side}
        align="end"
        trigger={
          <BulkButton
            isLabeled={isLabeled}
            icon="flag"
            label={t('conversations.priority')}
            command="priority"
          />
        }
      >
        <MenuLabel>{t('conversations.priority')}</MenuLabel>
        {bulk.priorities().map(({ label, run }) => (
          <MenuItem key={label} onSelect={() => run?.()}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <MoreButton bulk={bulk} isLabeled={isLabeled} />
    </>
  )
}

interface PartProps {
  bulk: BulkCommands
  isLabeled: boolean
}
function AssignButton({ bulk, isLabeled }: PartProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover
      side={isLabeled ? 'bottom' : 'top'}
      className="w-72 p-0"
      label={t('conversations.assign')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <BulkButton
          isLabeled={isLabeled}
          icon="user-plus"
          label={t('conversations.assign')}
          command="assign"
        />
      }
    >
      <Suspense fallback={<div className="h-40" />}>
        <AssignPicker
          integration_id={bulk.integration.id}
          onAssign={(user_id, name) => {
            close()
            bulk.assign(user_id, name)
          }}
          onTeam={(team_id, name) => {
            close()
            bulk.assignTeam(team_id, name)
          }}
        />
      </Suspense>
    </Popover>
  )
}
function MoreButton({ bulk, isLabeled }: PartProps) {
  const t = useT()
  return (
    <Menu
      side={isLabeled ? 'bottom' : 'top'}
      align="end"
      trigger={<BulkButton isLabeled={isLabeled} icon="dots" label={t('conversations.more')} />}
    >
      {!bulk.isSpam && (
        <MenuItem icon="ban" tone="danger" onSelect={() => bulk.setStatus('spam')}>
          {t('conversations.spam')}
        </MenuItem>
      )}
      <MenuItem icon="stop" tone="danger" onSelect={bulk.block}>
        {t('bulk-actions.block')}
      </MenuItem>
      {bulk.remove && (
        <MenuItem icon="trash" tone="danger" onSelect={bulk.remove}>
          {t('bulk-actions.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
