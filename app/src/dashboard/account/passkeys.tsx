import type { Passkey } from '@ozvi/contract'
import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { AccessRow } from './access-row.tsx'
import { deletePasskey, usePasskeys } from './data.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

/** Passkeys, each of which signs in on its own. */
export function Passkeys() {
  const t = useT()
  const query = usePasskeys()
  const { data } = query
  const [isAdding, setAdding] = useState(false)
  return (
    <Section title={t('account.passkeys')} description={t('account.passkeys_text')}>
      {data ? (
        <>
          {data.length > 0 && (
            <ul aria-label={t('account.passkeys')} className="-mt-3 mb-3 divide-y divide-line">
              {data.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('account.passkey_add')}
          </Button>
        </>
      ) : (
        <LoadFallback title={t('account.failed')} query={query}>
          <Skeleton className="h-9 w-40" />
        </LoadFallback>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const t = useT()
  const formats = useFormats()
  const [isRenaming, setRenaming] = useState(false)
  const { id, name, created_at, last_used_at } = passkey
  async function remove() {
    const isRemoved = await confirm({
      title: t('account.passkey_remove_named', { name }),
      description: t('account.passkey_remove_text'),
      confirmLabel: t('account.passkey_remove'),
      action: () => deletePasskey(id),
    })
    if (isRemoved) toast.success(t('account.passkey_removed', { name }))
  }
  return (
    <AccessRow
      icon="key"
      name={name}
      details={
        <>
          {t('account.passkey_since', { date: formats.date(created_at) })} ·{' '}
          {last_used_at
            ? t('account.passkey_used', { date: formats.date(last_used_at) })
            : t('account.passkey_unused')}
        </>
      }
    >
      <span className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('account.passkey_rename_named', { name })}
          onClick={() => setRenaming(true)}
        >
          {t('account.passkey_rename')}
        </Button>
        <Button
          size="sm"
          aria-label={t('account.passkey_remove_named', { name })}
          onClick={() => void remove()}
        >
          {t('account.passkey_remove')}
        </Button>
      </span>
      {isRenaming && <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </AccessRow>
  )
}
