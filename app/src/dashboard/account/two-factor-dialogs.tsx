import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { confirmSecondFactor, renewCodes } from './data.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Props {
  onClose: () => void
}
/** Shows the key and asks for a first code, then shows the recovery codes. */
export function SetUpDialog({ secret, uri, onClose }: Props & { secret: string; uri: string }) {
  const t = useT()
  const [codes, setCodes] = useState<string[]>()
  const confirm = useAsyncAction(async (code: string) => setCodes((await confirmSecondFactor(code)).codes))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('account.set_up')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Form
          id="first-code"
          labels={{ code: t('account.first_code') }}
          problem={confirm.problem}
          onSubmit={({ code = '' }) => void confirm.run(code)}
        >
          <p className="text-base">{t('account.scan')}</p>
          <div className="flex justify-center">
            <QrCode value={uri} label={t('account.qr')} />
          </div>
          <div>
            <p className="mb-1.5 text-sm text-muted">{t('account.key_text')}</p>
            <CopyField label={t('account.key')} value={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          </div>
          <Field name="code" isRequired hint={t('account.first_code_hint')}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={7} />
          </Field>
          <FormActions label={t('account.turn_on')} isBusy={confirm.isBusy} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  )
}

export function RenewCodesDialog({ onClose }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<string[]>()
  const renew = useAsyncAction(async () => setCodes((await renewCodes()).codes))
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={t('account.codes_renew')}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <Form id="renew-codes" labels={{}} problem={renew.problem} onSubmit={() => void renew.run()}>
          <p className="text-base">{t('account.codes_renew_text')}</p>
          <FormActions label={t('account.codes_renew')} isBusy={renew.isBusy} onCancel={onClose} />
        </Form>
      )}
    </Dialog>
  )
}
