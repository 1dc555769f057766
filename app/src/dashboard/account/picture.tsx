import { avatarPath } from '@ozvi/contract'
import { useRef } from 'react'
import { sentence, useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { deletePicture, savePicture } from './data.ts'

/** One's own picture: saved as soon as it is chosen, since nothing else belongs to it. */
export function OwnPicture() {
  const t = useT()
  const { name, email, avatar_id } = useUser()
  const input = useRef<HTMLInputElement>(null)
  const save = useAction(async (file: File) => {
    await savePicture(file)
    toast.success(t('account.picture_saved'))
  })
  const remove = useAction(async () => {
    await deletePicture()
    toast.success(t('account.picture_removed'))
  })
  const problem = save.problem ?? remove.problem
  return (
    <div role="group" aria-labelledby="own-picture" className="flex flex-wrap items-start gap-4">
      <Avatar name={name || email} src={avatar_id && avatarPath(avatar_id)} size="3xl" />
      <div className="min-w-0 flex-1 basis-64">
        <p id="own-picture" className="text-base font-medium">
          {t('account.picture')}
        </p>
        <p id="own-picture-hint" className="mt-1 text-sm text-muted">
          {t('account.picture_hint')}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label={t('account.picture_choose')}
            aria-describedby="own-picture-hint"
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = '' // the same one again is a choice, too
              if (file) void save.run(file)
            }}
          />
          <Button isBusy={save.isBusy} onClick={() => input.current?.click()}>
            {t(avatar_id ? 'account.picture_other' : 'account.picture_choose')}
          </Button>
          {avatar_id && (
            <Button look="quiet" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t('account.picture_remove')}
            </Button>
          )}
        </div>
        {problem && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {sentence(problem)}
          </p>
        )}
      </div>
    </div>
  )
}
