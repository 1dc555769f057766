import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PicturePicker } from '#ui/picture-picker.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from './data.ts'
import { applyLogo, importWebsiteLogo, uploadWorkspaceLogo } from './logo-data.ts'
import { WorkspaceAvatar } from './workspace-avatar.tsx'

/** The workspace's logo, with undo. */
export function Logo() {
  const t = useT()
  const integration = useIntegration()
  const { id, logo_id } = integration
  const undo = useAsyncAction(async (before: string | null) => {
    await applyLogo(id, before)
    toast.success(t('general.logo_back'))
  })
  const message = (text: string) =>
    toast.success(text, { label: t('general.undo'), onClick: () => void undo.run(logo_id) })
  const save = useAsyncAction(async (file: File) => {
    await uploadWorkspaceLogo(id, file)
    message(t('general.logo_saved'))
  })
  const importLogo = useAsyncAction(async () => {
    await importWebsiteLogo(id)
    message(t('general.logo_saved'))
  })
  const remove = useAsyncAction(async () => {
    await applyLogo(id, null)
    message(t('general.logo_removed'))
  })
  const problem = save.problem ?? importLogo.problem ?? remove.problem ?? undo.problem
  return (
    <PicturePicker
      label={t('general.logo')}
      hint={t('general.logo_hint')}
      chooseLabel={t(logo_id ? 'general.logo_other' : 'general.logo_choose')}
      picture={<WorkspaceAvatar workspace={integration} size="3xl" className="bg-primary text-on-primary" />}
      isBusy={save.isBusy}
      onFile={(file) => void save.run(file)}
      other={
        logo_id
          ? undefined
          : {
              label: t('general.logo_website'),
              isBusy: importLogo.isBusy,
              onChoose: () => void importLogo.run(),
            }
      }
      remove={
        logo_id
          ? { label: t('general.logo_remove'), isBusy: remove.isBusy, onRemove: () => void remove.run() }
          : undefined
      }
      problem={problem && errorText(problem)}
    />
  )
}
