import { avatarPath } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { PicturePicker } from '#ui/picture-picker.tsx'
import { toast } from '#ui/toast.ts'
import { deletePicture, savePicture } from './data.ts'

/** The user's own avatar. */
export function OwnPicture() {
  const t = useT()
  const { name, email, avatar_id } = useUser()
  const save = useAsyncAction(async (file: File) => {
    await savePicture(file)
    toast.success(t('account.picture_saved'))
  })
  const remove = useAsyncAction(async () => {
    await deletePicture()
    toast.success(t('account.picture_removed'))
  })
  const problem = save.problem ?? remove.problem
  return (
    <PicturePicker
      label={t('account.picture')}
      hint={t('account.picture_hint')}
      chooseLabel={t(avatar_id ? 'account.picture_other' : 'account.picture_choose')}
      picture={<Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="3xl" />}
      isBusy={save.isBusy}
      onFile={(file) => void save.run(file)}
      remove={
        avatar_id
          ? {
              label: t('account.picture_remove'),
              isBusy: remove.isBusy,
              onRemove: () => void remove.run(),
            }
          : undefined
      }
      problem={problem && errorText(problem)}
    />
  )
}
