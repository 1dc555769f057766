import { undoEmailChange } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { choosePassword } from './choose-password.ts'

/** Restores the previous address after a click, because email scanners open every link. */
export function UndoEmailChange({ token }: { token: string }) {
  const t = useT()
  const locale = useLocale()
  const undo = useAsyncAction(async () => {
    const { reset_token } = await call(undoEmailChange, { token })
    choosePassword(locale, reset_token)
  })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">{t('auth.undo_text')}</p>
      {undo.problem && <Alert tone="danger" title={errorText(undo.problem)} />}
      <Button variant="primary" size="lg" isBusy={undo.isBusy} onClick={() => void undo.run()}>
        {t('auth.undo_save')}
      </Button>
    </div>
  )
}
export const island: IslandKind<{ token: string }> = {
  name: 'site/auth/undo-email-change-island.tsx',
  component: UndoEmailChange,
  messages: ['auth'],
}
