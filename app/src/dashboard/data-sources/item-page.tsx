import { can } from '@ozvi/contract'
import { useParams } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useDataSource, useItem, useSourceActions, itemOf, sourceOf } from './data.ts'
import { ItemAnswers } from './answers/item-answers.tsx'
import { itemTones } from './states.ts'
import { SourceLoadError } from './source-load-error.tsx'

export const queries: Queries = inWorkspace(({ id }, { params: { sourceId = '', itemId = '' } }) => [
  sourceOf(id, sourceId),
  itemOf(id, sourceId, itemId),
])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ItemPage() {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const integration = useIntegration()
  const { sourceId = '', itemId = '' } = useParams()
  const { data: source } = useDataSource(integration.id, sourceId)
  const query = useItem(integration.id, sourceId, itemId)
  const item = query.data
  const actions = useSourceActions(integration.id)
  const use = useAsyncAction(actions.enableItem)
  const backLink = (
    <BackLink
      to={to('app-i-integrationId-settings-data-sources-sourceId', {
        integrationId: integration.id,
        sourceId,
      })}
    >
      {source?.name ?? t('data-sources.title')}
    </BackLink>
  )
  if (!item) {
    return (
      <SourceLoadError
        backLink={backLink}
        messages={{ absent: t('data-sources.item_absent'), failed: t('data-sources.items_failed') }}
        height="h-96"
        query={query}
      />
    )
  }
  const { title, url, status, reason, words, locale, fetched_at, changed_at, is_enabled, text } = item
  return (
    <div className="flex flex-col gap-6">
      <title>{`${title} – ${t('data-sources.title')} – ${integration.name}`}</title>
      <div className="flex flex-col gap-3">
        {backLink}
        <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone={itemTones[status]}>{t(`data-sources.item_${status}`)}</Badge>
          {reason && <span>{t(`data-sources.reason_${reason}`)}</span>}
          <span>{t('data-sources.words_count', { count: words })}</span>
          {locale && <span>{languageNames[locale]}</span>}
          {fetched_at && <span>{t('data-sources.fetched_at', { time: formats.dateTime(fetched_at) })}</span>}
          {changed_at && <span>{t('data-sources.changed_at', { time: formats.dateTime(changed_at) })}</span>}
        </p>
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={linkStyle('inline-flex items-center gap-1.5 self-start break-all')}
          >
            {url}
            <Icon name="external-link" size={14} />
          </a>
        )}
      </div>
      {status === 'indexed' && can(integration, 'knowledge.manage') && (
        <Card className="p-4">
          <Switch
            label={t('data-sources.item_is_used')}
            hint={t('data-sources.item_is_used_hint')}
            checked={is_enabled}
            onChange={({ target }) => void use.run(item, target.checked)}
          />
          {use.problem && <Alert tone="danger" title={errorText(use.problem)} className="mt-3" />}
        </Card>
      )}
      <section aria-labelledby="item-text" className="flex flex-col gap-3">
        <h2 id="item-text" className="text-md font-semibold">
          {t('data-sources.item_text')}
        </h2>
        <Card
          className="max-h-[70dvh] overflow-y-auto p-5 text-base leading-6 break-words whitespace-pre-wrap"
          tabIndex={0}
          {...(locale ? { lang: locale } : {})}
        >
          {text || <span className="text-muted">{t('data-sources.item_no_text')}</span>}
        </Card>
      </section>
      <ItemAnswers source_id={sourceId} item_id={itemId} />
    </div>
  )
}
