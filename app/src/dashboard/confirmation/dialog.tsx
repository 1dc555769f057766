import {
  confirmIdentity,
  type getConfirmation,
  type Output,
  Problem,
  startPasskeyConfirmation,
} from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { passkeyProof } from '#platform/passkey-proof.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Button } from '#ui/button.tsx'
import { DialogFrame } from '#ui/dialog-frame.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

type Account = Pick<Output<typeof getConfirmation>, 'by' | 'has_passkeys'>

function IdentityDialog({ isOpen, close, by, has_passkeys }: Account & OverlayProps<true>) {
  const t = useT()
  const { email, is_sso_only } = useUser()
  const typed = useAsyncAction(async (credentials: { password: string } | { code: string }) => {
    await call(confirmIdentity, credentials)
    close(true)
  })
  const key = useAsyncAction(async () => {
    const passkey = await passkeyProof(await call(startPasskeyConfirmation, {}))
    if (!passkey) throw new Problem('invalid_input', undefined, { message: t('confirmation.passkey_none') })
    await call(confirmIdentity, { passkey })
    close(true)
  })
  const isBusy = typed.isBusy || key.isBusy
  return (
    <DialogFrame
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      title={t('confirmation.title')}
      description={t(by === 'code' ? 'confirmation.text_code' : 'confirmation.text_password')}
    >
      <Form
        id="confirm-identity"
        labels={{ password: t('confirmation.password'), code: t('confirmation.code') }}
        problem={typed.problem ?? key.problem}
        onSubmit={({ password = '', code = '' }) => {
          key.clear()
          void typed.run(by === 'code' ? { code } : { password })
        }}
      >
        {/* For password managers: the account of the password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {by === 'code' ? (
          <Field name="code" isRequired hint={t('confirmation.code_hint')}>
            <Input autoFocus autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
          </Field>
        ) : (
          <Field name="password" isRequired hint={is_sso_only && t('confirmation.password_none')}>
            <PasswordInput
              autoFocus
              autoComplete="current-password"
              showLabel={t('confirmation.show_password')}
              hideLabel={t('confirmation.hide_password')}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {has_passkeys && (
            <Button
              icon="key"
              isBusy={key.isBusy}
              disabled={isBusy}
              onClick={() => {
                typed.clear()
                void key.run()
              }}
              className="mr-auto"
            >
              {t('confirmation.passkey')}
            </Button>
          )}
          <FormActions label={t('confirmation.confirm')} isBusy={isBusy} onCancel={() => close()} />
        </div>
      </Form>
    </DialogFrame>
  )
}

const overlay = createOverlay<Account>(IdentityDialog)

/** @returns whether the session was confirmed */
export async function openDialog({ by, has_passkeys }: Account): Promise<boolean> {
  const isConfirmed = await overlay.open({ by, has_passkeys })
  overlay.unmount()
  return isConfirmed === true
}
