import type { DataSource } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { confirm } from '#ui/confirm.ts'
import { MenuDivider, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import type { SourceActions } from './data.ts'
import { EditDialog } from './forms/edit-dialog.tsx'
import { RenameDialog } from './forms/rename-dialog.tsx'
import { isBusy } from './states.ts'

/** Actions on a source, except its switch. */
export function SourceMenu({
  source,
  actions,
  onDeleted,
}: {
  source: DataSource
  actions: SourceActions
  /** Called before the source disappears from the page. */
  onDeleted?: () => void
}) {
  const t = useT()
  const [open, setOpen] = useState<'rename' | 'edit' | null>(null)
  const close = () => setOpen(null)
  const toastOnError = useToastOnError()
  async function remove() {
    await actions.remove(source.id)
    onDeleted?.()
    toast.success(t('data-sources.deleted', { name: source.name }))
  }
  const confirmRemove = () =>
    confirm({
      title: t('data-sources.delete_title', { name: source.name }),
      description: t('data-sources.delete_text'),
      confirmLabel: t('data-sources.delete'),
      action: remove,
    })
  return (
    <>
      <ActionsMenu size="sm" label={t('data-sources.actions', { name: source.name })}>
        {isBusy(source) ? (
          <MenuItem icon="stop" onSelect={() => void toastOnError(actions.stop(source.id))}>
            {t('data-sources.stop')}
          </MenuItem>
        ) : (
          <MenuItem icon="refresh" onSelect={() => void toastOnError(actions.sync(source.id))}>
            {t('data-sources.sync')}
          </MenuItem>
        )}
        {source.kind !== 'file' && source.kind !== 'api' && (
          <MenuItem icon="sliders" onSelect={() => setOpen('edit')}>
            {t('data-sources.edit')}
          </MenuItem>
        )}
        <MenuItem icon="pencil" onSelect={() => setOpen('rename')}>
          {t('data-sources.rename')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="trash" tone="danger" onSelect={() => void confirmRemove()}>
          {t('data-sources.delete')}
        </MenuItem>
      </ActionsMenu>
      <RenameDialog isOpen={open === 'rename'} onClose={close} source={source} actions={actions} />
      <EditDialog isOpen={open === 'edit'} onClose={close} source={source} actions={actions} />
    </>
  )
}
