import type { DataSource } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/say-failure.ts'
import { IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import type { SourceActions } from './data.ts'
import { EditDialog } from './edit-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { isBusy } from './states.ts'

/** Everything that can be done with a source besides switching it on and off. */
export function SourceMenu({
  source,
  actions,
  onDeleted,
}: {
  source: DataSource
  actions: SourceActions
  /** Runs before the source is gone from what this page shows. */
  onDeleted?: () => void
}) {
  const t = useT()
  const [open, setOpen] = useState<'rename' | 'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const quick = (act: (source_id: string) => Promise<unknown>) =>
    act(source.id).catch((error: unknown) => sayFailure(error, t))
  const removal = useAction(async () => {
    await actions.remove(source.id)
    close()
    onDeleted?.()
    toast.success(t('data-sources.deleted', { name: source.name }))
  })
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon="dots" size="sm" label={t('data-sources.actions', { name: source.name })} />
        }
      >
        {isBusy(source) ? (
          <MenuItem icon="stop" onSelect={() => void quick(actions.stop)}>
            {t('data-sources.stop')}
          </MenuItem>
        ) : (
          <MenuItem icon="refresh" onSelect={() => void quick(actions.sync)}>
            {t('data-sources.sync')}
          </MenuItem>
        )}
        {source.kind !== 'file' && (
          <MenuItem icon="sliders" onSelect={() => setOpen('edit')}>
            {t('data-sources.edit')}
          </MenuItem>
        )}
        <MenuItem icon="pencil" onSelect={() => setOpen('rename')}>
          {t('data-sources.rename')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="trash" tone="danger" onSelect={() => setOpen('delete')}>
          {t('data-sources.delete')}
        </MenuItem>
      </Menu>
      <RenameDialog isOpen={open === 'rename'} onClose={close} source={source} actions={actions} />
      <EditDialog isOpen={open === 'edit'} onClose={close} source={source} actions={actions} />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={close}
        title={t('data-sources.delete_title', { name: source.name })}
        description={t('data-sources.delete_text')}
        confirmLabel={t('data-sources.delete')}
        isBusy={removal.isBusy}
        problem={removal.problem}
        onConfirm={() => void removal.run()}
      />
    </>
  )
}
