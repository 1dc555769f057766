import type { CannedReply, SuggestedReply } from '@ozvi/contract'
import { languageNames } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Changes } from '#dashboard/suggestions'
import { namesOf } from './file-count.tsx'

/** A suggested reply, with differences to the existing one. */
export function ReplyComparison({
  reply,
  target,
  isChange,
}: {
  reply: SuggestedReply
  /** The reply it would change. */
  target: CannedReply | undefined
  isChange: boolean
}) {
  const t = useT()
  const language = (locale: CannedReply['locale']) =>
    locale ? languageNames[locale] : t('canned-replies.locale_any')
  if (!target)
    return (
      <div className="flex flex-col gap-1.5">
        {isChange && <p className="text-sm text-warning">{t('canned-replies.target_gone')}</p>}
        <Heading reply={reply} locale={reply.locale} />
        <p className="text-base break-words whitespace-pre-line">{reply.body}</p>
        {reply.attachments.length > 0 && (
          <p className="text-sm break-words text-muted">
            {t('canned-replies.files')}: {namesOf(reply)}
          </p>
        )}
      </div>
    )
  const rows: { key: string; label: string; before: string; after: string }[] = [
    { key: 'title', label: t('canned-replies.name'), before: target.title, after: reply.title },
    {
      key: 'shortcut',
      label: t('canned-replies.shortcut'),
      before: `/${target.shortcut}`,
      after: `/${reply.shortcut}`,
    },
    { key: 'body', label: t('canned-replies.body'), before: target.body, after: reply.body },
    { key: 'files', label: t('canned-replies.files'), before: namesOf(target), after: namesOf(reply) },
    {
      key: 'locale',
      label: t('canned-replies.locale'),
      before: language(target.locale),
      after: language(reply.locale),
    },
  ]
  const changed = rows.filter(({ before, after }) => before !== after)
  return (
    <div className="flex flex-col gap-2">
      <Heading reply={target} />
      {changed.length === 0 ? (
        <p className="text-sm text-muted">{t('canned-replies.same')}</p>
      ) : (
        <dl className="flex flex-col gap-2">
          {changed.map(({ key, label, before, after }) => (
            <div key={key}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-base break-words whitespace-pre-line">
                <Changes before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Heading({
  reply: { title, shortcut },
  locale,
}: {
  reply: Pick<CannedReply, 'title' | 'shortcut'>
  locale?: CannedReply['locale']
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 text-base font-medium break-words">{title}</span>
      <span className="text-sm text-muted">/{shortcut}</span>
      {locale && <Badge>{locale.toUpperCase()}</Badge>}
    </p>
  )
}
