import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Textarea } from '#ui/input.tsx'
import type { CheckedToken, IdentityActions } from './data.ts'

/** Validates a token and lists its problems; identifies no one. */
export function CheckToken({ onCheck }: { onCheck: IdentityActions['check'] }) {
  const t = useT()
  const [checked, setChecked] = useState<CheckedToken | null>(null)
  const { run, isBusy, problem } = useAsyncAction(async (token: string) => {
    setChecked(null)
    setChecked(await onCheck(token))
  })
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base font-medium">{t('identity.check')}</h3>
      <Form
        id="identity-check"
        labels={{ token: t('identity.token') }}
        problem={problem}
        onSubmit={({ token = '' }) => void run(token)}
      >
        <Field name="token" hint={t('identity.check_text')}>
          <Textarea
            rows={3}
            required
            maxLength={4096}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="font-mono break-all"
          />
        </Field>
        <Button type="submit" isBusy={isBusy} className="self-start">
          {t('identity.check_do')}
        </Button>
      </Form>
      {checked && <Verdict checked={checked} />}
    </div>
  )
}

function Verdict({ checked: { problems, signed_with, claims } }: { checked: CheckedToken }) {
  const t = useT()
  const isGood = problems.length === 0
  const lines = claims && [
    { label: t('contacts.field_external_id'), value: claims.external_id },
    { label: t('contacts.field_email'), value: claims.email },
    { label: t('contacts.field_name'), value: claims.name },
  ]
  return (
    <div className="flex flex-col gap-3">
      <Alert tone={isGood ? 'success' : 'danger'} title={t(isGood ? 'identity.good' : 'identity.bad')}>
        {signed_with === 'previous' && <p className="mt-1">{t('identity.signed_previous')}</p>}
        {!isGood && (
          <ul className="mt-1 list-disc pl-5">
            {problems.map(({ check, fault }) => (
              <li key={check}>{t(`identity.wrong_${fault}`)}</li>
            ))}
          </ul>
        )}
      </Alert>
      {lines && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {lines.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words">{value ?? t('identity.not_said')}</dd>
            </div>
          ))}
          <dt className="text-muted">{t('identity.expires')}</dt>
          <dd>{claims?.expires_at ? <BaseDate time={claims.expires_at} /> : t('identity.not_said')}</dd>
        </dl>
      )}
    </div>
  )
}
