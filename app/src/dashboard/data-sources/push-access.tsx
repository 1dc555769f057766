import { type DataSource, documentsMax, putDocuments } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import type { SourceActions } from './data.ts'

/** How a program pushes documents to a source: its key, and a request to copy. */
export function PushAccess({ source, actions }: { source: DataSource; actions: SourceActions }) {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const [key, setKey] = useState<string>()
  const create = useAsyncAction(async () => setKey(await actions.newPushKey(source.id)))
  const replace = () =>
    confirm({
      title: t('data-sources.push_replace_title'),
      description: t('data-sources.push_replace_text'),
      confirmLabel: t('data-sources.push_replace'),
      action: async () => setKey(await actions.newPushKey(source.id)),
    })
  const { push_key_prefix, push_key_used_at } = source
  return (
    <Section title={t('data-sources.push')} description={t('data-sources.push_text', { max: documentsMax })}>
      <div className="flex flex-col gap-4">
        {key && (
          <Alert tone="warning" title={t('data-sources.push_once')}>
            <p className="mt-1">{t('data-sources.push_once_text')}</p>
            <CopyField label={t('data-sources.push_key')} value={key} className="mt-3 text-ink" />
          </Alert>
        )}
        {create.problem && <Alert tone="danger" title={errorText(create.problem)} />}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <p className="text-base font-medium">{t('data-sources.push_key')}</p>
            {push_key_prefix ? (
              <p className="text-sm text-muted">
                <code className="font-mono">{push_key_prefix}…</code>
                {' · '}
                {push_key_used_at ? (
                  <>
                    {t('data-sources.push_used')} <BaseDate time={push_key_used_at} format="ago" />
                  </>
                ) : (
                  t('data-sources.push_unused')
                )}
              </p>
            ) : (
              <p className="text-sm text-muted">{t('data-sources.push_none')}</p>
            )}
          </div>
          {push_key_prefix ? (
            <Button icon="refresh" onClick={() => void replace()}>
              {t('data-sources.push_replace')}
            </Button>
          ) : (
            <Button variant="primary" icon="key" isBusy={create.isBusy} onClick={() => void create.run()}>
              {t('data-sources.push_create')}
            </Button>
          )}
        </div>
        <CopyField label={t('data-sources.push_example')} value={exampleOf(app_url)} />
        <p className="text-sm text-muted">
          <a
            href={`${to('documentation')}/data-sources/api`}
            target="_blank"
            rel="noopener"
            className={linkStyle('inline-flex items-center gap-1.5')}
          >
            {t('data-sources.push_docs')}
            <Icon name="external-link" size={14} />
          </a>
        </p>
      </div>
    </Section>
  )
}

const exampleOf = (app_url: string) => `curl -X ${putDocuments.method} ${app_url}${putDocuments.path} \\
  -H "authorization: Bearer $PUSH_KEY" \\
  -H "content-type: application/json" \\
  -d '{"documents": [{
    "external_id": "help/returns",
    "title": "Returns",
    "text": "…"
  }]}'`
