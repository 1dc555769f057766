import { findSingleSignOn, looksLikeEmail, startSingleSignOn } from '@ozvi/contract'
import { useRef, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Button } from '#ui/button.tsx'

/** Looks up whether an address signs in with single sign-on. */
export function useSingleSignOn() {
  const [found, setFound] = useState<{ email: string; workspace: string }>()
  const lastEmail = useRef('')
  async function lookUp(email: string) {
    if (lastEmail.current === email) return
    lastEmail.current = email
    setFound(undefined)
    if (!looksLikeEmail(email)) return
    // If the lookup fails, the password still works.
    const { workspace } = await call(findSingleSignOn, { email }).catch(() => ({ workspace: null }))
    if (workspace !== null && lastEmail.current === email) setFound({ email, workspace })
  }
  return { found, lookUp }
}

/** Redirects to the provider of the workspace that owns the address's domain. */
export function SingleSignOnOffer({
  found: { email, workspace },
  next,
}: {
  found: { email: string; workspace: string }
  next: string | null
}) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async () => {
    const { url } = await call(startSingleSignOn, { email, ...(next ? { next } : {}) })
    location.assign(url)
  })
  return (
    <div role="status" className="flex flex-col gap-2">
      <Button variant="primary" size="lg" icon="arrow-right" isBusy={isBusy} onClick={() => void run()}>
        {t('auth.sso_continue')}
      </Button>
      <p className="text-sm wrap-anywhere text-muted">{t('auth.sso_workspace', { workspace })}</p>
      {problem && (
        <p role="alert" className="text-base text-danger">
          {errorText(problem)}
        </p>
      )}
    </div>
  )
}
