import { finishSingleSignOn, type Input, startSingleSignOn } from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { continueToApp } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input as TextInput } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LinkAccount } from './link-account.tsx'

/** What the provider returned in the address of the page. */
type Answer = Pick<Input<typeof finishSingleSignOn>, 'state'> & {
  [Name in 'code' | 'iss' | 'error']?: string | undefined
}
interface Props {
  /** Path to go to afterwards. */
  next: string | null
  /** Id of the workspace that requires single sign-on. */
  workspace: string | null
  answer: Answer | null
}
export function SingleSignOn({ next, workspace, answer }: Props) {
  return answer ? <Finish answer={answer} /> : <Start next={next} workspace={workspace} />
}

function Start({ next, workspace }: Omit<Props, 'answer'>) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(
    async (from: { email?: string; integration_id?: string }) => {
      const { url } = await call(startSingleSignOn, { ...from, ...(next ? { next } : {}) })
      location.assign(url)
    },
  )
  return (
    <Form
      id="single-sign-on"
      labels={{ email: t('auth.work_email') }}
      problem={problem}
      onSubmit={({ email = '' }) => void run(workspace ? { integration_id: workspace } : { email })}
    >
      {!workspace && (
        <Field name="email" isRequired>
          <TextInput type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('auth.sso_continue')}
      </Button>
    </Form>
  )
}

function Finish({ answer }: { answer: Answer }) {
  const t = useT()
  const locale = useLocale()
  const [linking, setLinking] = useState<string>()
  const { run, problem } = useAsyncAction(async () => {
    const { state, code, iss, error } = answer
    const reply = await call(finishSingleSignOn, {
      state,
      ...(code === undefined ? {} : { code }),
      ...(iss === undefined ? {} : { iss }),
      ...(error === undefined ? {} : { error }),
    })
    if ('needs_password' in reply) setLinking(reply.email)
    else continueToApp(reply.user, reply.next)
  })
  const isStarted = useRef(false)
  useEffect(() => {
    // The code works once.
    if (isStarted.current) return
    isStarted.current = true
    // The code isn't needed in the URL anymore.
    history.replaceState(history.state, '', location.pathname)
    void run()
  })
  if (linking !== undefined) return <LinkAccount email={linking} />
  if (!problem)
    return (
      <div role="status">
        <p className="text-base text-muted">{t('auth.sso_checking')}</p>
        <Skeleton className="mt-4 h-10" />
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="danger" title={errorText(problem)} />
      <a href={pagePath(locale, 'auth-single-sign-on')} className={buttonStyle('plain', 'lg')}>
        {t('auth.sso_again')}
      </a>
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/single-sign-on-island.tsx',
  component: SingleSignOn,
  messages: ['auth'],
}
