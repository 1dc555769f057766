import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { confirmSecondFactor, renewCodes, startSecondFactor, stopSecondFactor } from './data.ts'
import { OwnPassword } from './own-password.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props {
  onClose: () => void
}
const CodeField = ({ hint }: { hint?: string }) => (
  <Field name="code" isRequired {...(hint ? { hint } : {})}>
    <Input autoComplete="one-time-code" inputMode="text" autoCapitalize="none" spellCheck={false} />
  </Field>
)

/** Password, then the key and a first code of it, then the recovery codes. */
export function SetUpDialog({ onClose }: Props) {
  const t = useT()
  const [key, setKey] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const start = useAction(async (password: string) => setKey(await startSecondFactor(password)))
  const confirm = useAction(async (code: string) => setCodes((await confirmSecondFactor(code)).codes))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('account.set_up')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : key ? (
        <Form
          id="first-code"
          labels={{ code: t('account.first_code') }}
          problem={confirm.problem}
          onSubmit={({ code = '' }) => void confirm.run(code)}
        >
          <p className="text-base">{t('account.scan')}</p>
          <div className="flex justify-center">
            <QrCode value={key.uri} label={t('account.qr')} />
          </div>
          <div>
            <p className="mb-1.5 text-sm text-muted">{t('account.key_text')}</p>
            <CopyField label={t('account.key')} value={key.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          </div>
          <Field name="code" isRequired hint={t('account.first_code_hint')}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={7} />
          </Field>
          <FormActs label={t('account.turn_on')} isBusy={confirm.isBusy} onCancel={onClose} />
        </Form>
      ) : (
        <Form
          id="set-up"
          labels={{ password: t('account.password') }}
          problem={start.problem}
          onSubmit={({ password = '' }) => void start.run(password)}
        >
          <OwnPassword hint={t('account.password_why')} />
          <FormActs label={t('account.go_on')} isBusy={start.isBusy} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  )
}

export function RenewCodesDialog({ onClose }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<string[]>()
  const renew = useAction(async (code: string) => setCodes((await renewCodes(code)).codes))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('account.codes_renew')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Form
          id="renew-codes"
          labels={{ code: t('account.code') }}
          problem={renew.problem}
          onSubmit={({ code = '' }) => void renew.run(code)}
        >
          <p className="text-base">{t('account.codes_renew_text')}</p>
          <CodeField hint={t('account.code_hint')} />
          <FormActs label={t('account.codes_renew')} isBusy={renew.isBusy} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  )
}

export function TurnOffDialog({ onClose }: Props) {
  const t = useT()
  const stop = useAction(async (password: string, code: string) => {
    await stopSecondFactor(password, code)
    toast.success(t('account.turned_off'))
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('account.turn_off')}>
      <Form
        id="turn-off"
        labels={{ password: t('account.password'), code: t('account.code') }}
        problem={stop.problem}
        onSubmit={({ password = '', code = '' }) => void stop.run(password, code)}
      >
        <p className="text-base">{t('account.turn_off_text')}</p>
        <OwnPassword />
        <CodeField hint={t('account.code_hint')} />
        <FormActs label={t('account.turn_off')} look="danger" isBusy={stop.isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
