import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Menu, MenuRadioItem, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import { ToastHost } from '#ui/toast-host.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { Row } from './specimen.tsx'

function Windows() {
  const t = useT()
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null)
  const close = (isOpen: boolean) => setOpen(isOpen ? open : null)
  return (
    <Row>
      {(['dialog', 'confirm', 'drawer'] as const).map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {t(`demo.${name}`)}
        </Button>
      ))}
      <Dialog
        isOpen={open === 'dialog'}
        onOpenChange={close}
        title={t('demo.dialog')}
        description={t('demo.dialog_text')}
      >
        <div className="flex justify-end">
          <Button variant="primary" onClick={() => setOpen(null)}>
            {t('ui.close')}
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onOpenChange={close}
        title={t('demo.confirm_title')}
        description={t('demo.confirm_text')}
        confirmLabel={t('demo.confirm_yes')}
        typed={{ expected: 'Green Bean', label: t('demo.confirm_type') }}
        onConfirm={() => setOpen(null)}
      />
      <Drawer isOpen={open === 'drawer'} onOpenChange={close} title={t('demo.drawer')}>
        <p className="p-4 text-base text-muted">{t('demo.popover_text')}</p>
      </Drawer>
    </Row>
  )
}

function Small() {
  const t = useT()
  const [order, setOrder] = useState<'newest' | 'name'>('newest')
  return (
    <Row>
      <Popover label={t('demo.popover')} trigger={<Button>{t('demo.popover')}</Button>}>
        {t('demo.popover_text')}
      </Popover>
      <Menu trigger={<Button>{t('demo.menu')}</Button>}>
        <MenuItem icon="pencil" onSelect={() => toast.info(t('demo.menu_rename'))}>
          {t('demo.menu_rename')}
        </MenuItem>
        <MenuItem icon="trash" tone="danger" onSelect={() => toast.info(t('demo.menu_delete'))}>
          {t('demo.menu_delete')}
        </MenuItem>
        <MenuDivider />
        <MenuRadioItem
          label={t('demo.menu_order')}
          value={order}
          onChange={setOrder}
          options={[
            { value: 'newest', label: t('demo.menu_newest'), icon: 'clock' },
            { value: 'name', label: t('demo.menu_name'), icon: 'list' },
          ]}
        />
      </Menu>
      <Tooltip text={t('demo.tooltip_text')}>
        <Button onClick={() => toast.info(t('demo.tooltip_text'))}>{t('demo.tooltip')}</Button>
      </Tooltip>
      <Tooltip text={t('demo.tooltip_other_text')} side="right">
        <Button onClick={() => toast.info(t('demo.tooltip_other_text'))}>{t('demo.tooltip_other')}</Button>
      </Tooltip>
    </Row>
  )
}

function Toasts() {
  const t = useT()
  return (
    <Row>
      <Button onClick={() => toast.success(t('demo.toast_success_text'))}>{t('demo.toast_success')}</Button>
      <Button onClick={() => toast.info(t('demo.toast_info_text'))}>{t('demo.toast_info')}</Button>
      <Button onClick={() => toast.error(t('demo.toast_error_text'))}>{t('demo.toast_error')}</Button>
      <Button
        onClick={() =>
          toast.success(t('demo.toast_undo_text'), {
            label: t('demo.undo'),
            onClick: () => toast.info(t('demo.undone')),
          })
        }
      >
        {t('demo.toast_undo')}
      </Button>
    </Row>
  )
}

const wait_ms = 3_000
function Wait() {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setBusy(false), wait_ms)
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <Row>
      <Button isBusy={isBusy} onClick={() => setBusy(true)}>
        {t('demo.progress')}
      </Button>
      <ProgressBar isBusy={isBusy} label={t('ui.loading')} />
    </Row>
  )
}

const motions = ['hover', 'popover', 'fade', 'panel'] as const
const moves = {
  hover: '',
  popover: 'animate-popover',
  fade: 'animate-fade',
  panel: 'animate-panel',
} as const
/** Replays each animation of the product on click. */
function Motions() {
  const t = useT()
  const [round, setRound] = useState(0)
  return (
    <div className="flex flex-col gap-3">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {motions.map((name) => (
          <li
            key={`${name} ${round}`}
            className={cn(
              'rounded-card border border-line bg-raised p-4 text-sm',
              name === 'hover' && 'transition-colors duration-120 hover:bg-inset',
              round > 0 && moves[name],
            )}
          >
            {t(`demo.motion_${name}`)}
          </li>
        ))}
      </ul>
      <Button icon="refresh" className="self-start" onClick={() => setRound(round + 1)}>
        {t('demo.motion_play')}
      </Button>
    </div>
  )
}

function Switchable() {
  const t = useT()
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <Tabs
      label={t('demo.tabs')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'one', label: t('demo.tab_one'), content: t('demo.tab_text_one') },
        { value: 'two', label: t('demo.tab_two'), content: t('demo.tab_text_two') },
      ]}
    />
  )
}

interface Props {
  part: 'overlays' | 'motion'
}
/** They get their ids on hydration, so they aren't rendered on the server. */
function Overlays({ part }: Props) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  if (!isAwake) return <div className="min-h-60" />
  if (part === 'motion') return <Motions />
  return (
    <TooltipProvider>
      <div className="flex flex-col gap-5 rounded-card border border-line bg-page p-4 sm:p-6">
        <Windows />
        <Small />
        <Toasts />
        <Wait />
        <Switchable />
      </div>
      <ToastHost />
    </TooltipProvider>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/demo/overlays-island.tsx',
  component: Overlays,
  messages: ['demo'],
}
