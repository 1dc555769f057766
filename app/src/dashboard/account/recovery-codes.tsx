import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { useObjectUrl } from '#dashboard/files'

/** Shown only once: to be copied or downloaded before the dialog is closed. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  const { email } = useUser()
  const text = codes.join('\n')
  const file = useMemo(
    () => new Blob([`Ozvi – ${email}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }),
    [email, text],
  )
  const url = useObjectUrl(file)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base">{t('account.codes_text')}</p>
      <ul
        aria-label={t('account.codes')}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-card border border-line bg-subtle p-4 font-mono text-md min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} size="md" />
        <a href={url} download="ozvi-recovery-codes.txt" className={buttonStyle()}>
          {t('account.codes_download')}
        </a>
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          {t('account.codes_kept')}
        </Button>
      </div>
    </div>
  )
}
