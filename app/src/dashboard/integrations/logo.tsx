import { sentence, useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PictureChoice } from '#ui/picture-choice.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from './data.ts'
import { showLogo, takeWebsiteLogo, uploadWorkspaceLogo } from './logo-data.ts'
import { WorkspaceAvatar } from './workspace-avatar.tsx'

/** The workspace's logo, with undo. */
export function Logo() {
  const t = useT()
  const integration = useIntegration()
  const { id, logo_id } = integration
  const undo = useAction(async (before: string | null) => {
    await showLogo(id, before)
    toast.success(t('general.logo_back'))
  })
  const said = (text: string) =>
    toast.success(text, { label: t('general.undo'), onClick: () => void undo.run(logo_id) })
  const save = useAction(async (file: File) => {
    await uploadWorkspaceLogo(id, file)
    said(t('general.logo_saved'))
  })
  const take = useAction(async () => {
    await takeWebsiteLogo(id)
    said(t('general.logo_saved'))
  })
  const remove = useAction(async () => {
    await showLogo(id, null)
    said(t('general.logo_removed'))
  })
  const problem = save.problem ?? take.problem ?? remove.problem ?? undo.problem
  return (
    <PictureChoice
      label={t('general.logo')}
      hint={t('general.logo_hint')}
      choose={t(logo_id ? 'general.logo_other' : 'general.logo_choose')}
      face={<WorkspaceAvatar workspace={integration} size="3xl" className="bg-primary text-on-primary" />}
      isBusy={save.isBusy}
      onFile={(file) => void save.run(file)}
      other={
        logo_id
          ? undefined
          : { label: t('general.logo_website'), isBusy: take.isBusy, onTake: () => void take.run() }
      }
      remove={
        logo_id
          ? { label: t('general.logo_remove'), isBusy: remove.isBusy, onRemove: () => void remove.run() }
          : undefined
      }
      refusal={problem && sentence(problem)}
    />
  )
}
