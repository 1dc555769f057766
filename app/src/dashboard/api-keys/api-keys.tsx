import type { ApiKey } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { type KeyActions, useApiKeys, useKeyActions } from './data.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { scopeLines } from './scope-text.ts'

/** The workspace's API keys. */
export function ApiKeys({ integration_id }: { integration_id: string }) {
  const t = useT()
  const query = useApiKeys(integration_id)
  const keys = query.data
  const actions = useKeyActions(integration_id)
  const [isOpen, setOpen] = useState(false)
  const create = (
    <Button size="sm" icon="plus" onClick={() => setOpen(true)}>
      {t('api-keys.new')}
    </Button>
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-md font-semibold">
          {t('api-keys.title')} {keys && <span className="font-normal text-muted">{keys.length}</span>}
        </h2>
        {keys && keys.length > 0 && create}
      </div>
      {actions.created && (
        <Alert tone="warning" title={t('api-keys.once', { name: actions.created.name })}>
          <p className="mt-1">{t('api-keys.once_text')}</p>
          <CopyField label={t('api-keys.key')} value={actions.created.key} className="mt-3 text-ink" />
        </Alert>
      )}
      {keys ? (
        <Card>
          {keys.length > 0 ? (
            <KeyTable keys={keys} onRevoke={actions.revoke} />
          ) : (
            <EmptyState icon="key" title={t('api-keys.none')} action={create}>
              {t('api-keys.none_text')}
            </EmptyState>
          )}
        </Card>
      ) : (
        <LoadFallback title={t('api-keys.failed')} query={query}>
          <Skeleton className="h-28 rounded-card" />
        </LoadFallback>
      )}
      {isOpen && <NewKeyDialog onCreate={actions.create} onClose={() => setOpen(false)} />}
    </section>
  )
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: KeyActions['revoke'] }) {
  const t = useT()
  const revoke = ({ id, name }: ApiKey) =>
    confirm({
      title: t('api-keys.revoke_title', { name }),
      description: t('api-keys.revoke_text'),
      confirmLabel: t('api-keys.revoke_confirm'),
      // “Cancel” and “Revoke” are the same word in Slovak.
      cancelLabel: t('api-keys.revoke_keep'),
      async action() {
        await onRevoke(id)
        toast.success(t('api-keys.revoked', { name }))
      },
    })
  return (
    <Table
      caption={t('api-keys.title')}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: t('api-keys.name'),
          cell: ({ name, prefix }) => (
            <>
              <span className="block font-medium wrap-anywhere">{name}</span>
              <code className="block font-mono text-sm text-muted">{prefix}…</code>
            </>
          ),
        },
        {
          key: 'scopes',
          header: t('api-keys.scopes'),
          cell: ({ scopes }) => (
            <ul className="text-sm text-muted">
              {scopeLines(t, scopes).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ),
        },
        { key: 'use', header: t('api-keys.use'), cell: (key) => <KeyUse apiKey={key} /> },
        {
          key: 'actions',
          header: t('api-keys.actions'),
          isHeaderHidden: true,
          align: 'end',
          cell: (key) => (
            <Button
              size="sm"
              variant="danger"
              aria-label={t('api-keys.revoke_key', { name: key.name })}
              onClick={() => void revoke(key)}
            >
              {t('api-keys.revoke')}
            </Button>
          ),
        },
      ]}
    />
  )
}

function KeyUse({ apiKey: { last_used_at, expires_at, created_by_name } }: { apiKey: ApiKey }) {
  const t = useT()
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return (
    <ul className="text-sm text-muted">
      <li>
        {last_used_at ? (
          <>
            {t('api-keys.last_used')} <BaseDate time={last_used_at} format="ago" />
          </>
        ) : (
          t('api-keys.never_used')
        )}
      </li>
      <li>
        {expires_at ? (
          <>
            {t(isExpired ? 'api-keys.expired' : 'api-keys.expires')} <BaseDate time={expires_at} />
          </>
        ) : (
          t('api-keys.never_expires')
        )}
      </li>
      <li>{t('api-keys.created_by', { name: created_by_name })}</li>
    </ul>
  )
}
