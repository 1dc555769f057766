import { Problem, signOut } from '@ozvi/contract'
import { useEffect } from 'react'
import { forgetVisitor } from '#platform/analytics/forget-visitor.ts'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

interface Props {
  /** Where to go after signing in again. */
  next: string | null
}
/** Signs out when mounted; does nothing without a session. */
export function Logout({ next }: Props) {
  const t = useT()
  const locale = useLocale()
  const { run, isBusy, problem } = useAsyncAction(async () => {
    try {
      await call(signOut, {})
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unauthenticated')) throw error
    }
    await forgetVisitor(locale)
    location.replace(withReturnTo('/auth', next))
  })
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  useEffect(() => void run(), [])
  return (
    <div className="flex flex-col gap-4">
      {problem && <Alert tone="danger" title={problem.message} />}
      <Button variant="primary" size="lg" isBusy={isBusy} onClick={() => void run()}>
        {t('auth.sign_out')}
      </Button>
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/logout-island.tsx',
  component: Logout,
  messages: ['auth'],
}
