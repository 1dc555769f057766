import { useT } from '#platform/i18n/provider.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { LogoSign } from '#ui/logo.tsx'

/*
 * Illustrations built from the product's components. They are marked as examples, and nothing in them is
 * interactive.
 */

function Numeral() {
  return (
    <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-[5px] bg-primary-subtle text-xs font-semibold text-primary">
      1
    </span>
  )
}

/** A question, its answer and the source of the answer. */
export function ChatExample() {
  const t = useT()
  return (
    <figure className="mx-auto w-full max-w-md overflow-hidden rounded-panel border border-line bg-raised shadow-popover">
      <figcaption className="flex items-center gap-3 border-b border-line px-5 py-4">
        <Avatar name="Eva Malá" size="lg" />
        <span>
          <span className="block font-semibold">Green Bean</span>
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <span className="size-2 rounded-full bg-success" />
            {t('site.demo_team')}
          </span>
        </span>
        <Badge className="ml-auto">{t('site.demo_title')}</Badge>
      </figcaption>
      <div className="flex flex-col gap-4 p-5">
        <p className="ml-auto max-w-[80%] rounded-panel rounded-br-[4px] bg-primary px-4 py-2.5 text-md text-on-primary">
          {t('site.demo_question')}
        </p>
        <div className="flex items-start gap-2.5">
          <span className="mt-1 flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-subtle">
            <LogoSign size={16} />
          </span>
          <div className="min-w-0">
            <p className="rounded-panel rounded-tl-[4px] bg-inset px-4 py-2.5 text-md">
              {t('site.demo_answer')} <Numeral />
            </p>
            <p className="mt-2 flex items-center gap-2 rounded-control border border-line px-3 py-2 text-sm">
              <Numeral />
              <span className="min-w-0">
                <span className="block text-xs text-muted">{t('site.demo_source_label')}</span>
                {t('site.demo_source')}
              </span>
              <Icon name="external-link" size={16} className="ml-auto text-muted" />
            </p>
          </div>
        </div>
        <p className="flex items-center gap-2 self-center rounded-full border border-line px-3.5 py-1.5 text-sm text-muted">
          <Icon name="user" size={16} />
          {t('site.demo_person')}
        </p>
      </div>
    </figure>
  )
}

/** The page of an answer's source, opened at the quoted sentence. */
export function SourceExample() {
  const t = useT()
  return (
    <figure className="overflow-hidden rounded-panel border border-line bg-raised">
      <figcaption className="flex items-center gap-2.5 border-b border-line px-5 py-3.5">
        <Numeral />
        <span className="min-w-0 truncate font-semibold">{t('site.demo_source')}</span>
        <Badge className="ml-auto">{t('site.demo_title')}</Badge>
      </figcaption>
      <div className="flex flex-col gap-3 p-6 text-md text-muted">
        <p>{t('site.demo_passage_before')}</p>
        <p>
          <mark className="rounded-[3px] bg-warning-subtle box-decoration-clone px-1 py-0.5 text-ink">
            {t('site.demo_passage')}
          </mark>
        </p>
        <p>{t('site.demo_passage_after')}</p>
      </div>
      <p className="border-t border-line bg-subtle px-6 py-3 text-sm text-muted">{t('site.demo_fetched')}</p>
    </figure>
  )
}

/** Three rows of the inbox, the one waiting for a person first. */
export function InboxExample() {
  const t = useT()
  const rows = [
    {
      who: 'Martin',
      name: t('site.demo_row_1'),
      text: t('site.demo_row_1_text'),
      time: t('site.demo_now'),
      isWaiting: true,
    },
    { name: t('site.demo_row_2'), text: t('site.demo_row_2_text'), time: t('site.demo_min', { n: 6 }) },
    { name: t('site.demo_row_3'), text: t('site.demo_row_3_text'), time: t('site.demo_min', { n: 18 }) },
  ]
  return (
    <figure className="overflow-hidden rounded-panel border border-line bg-raised">
      <figcaption className="flex items-center gap-2 border-b border-line px-5 py-3.5 font-semibold">
        <Icon name="inbox" className="text-muted" />
        {t('site.demo_inbox')}
        <Badge className="ml-auto">{t('site.demo_title')}</Badge>
      </figcaption>
      <ul>
        {rows.map(({ who, name, text, time, isWaiting }) => (
          <li key={name} className="flex gap-3 border-b border-line px-5 py-4 last:border-0">
            <Avatar name={who ?? name} size="xl" />
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline gap-2">
                <span className={isWaiting ? 'truncate font-semibold' : 'truncate font-medium'}>{name}</span>
                <span className="ml-auto shrink-0 text-sm text-muted">{time}</span>
              </p>
              <p className="truncate text-base text-muted">{text}</p>
              {isWaiting && (
                <p className="mt-2 flex gap-2">
                  <Badge tone="primary">{t('site.demo_reason')}</Badge>
                  <Badge tone="warning">{t('site.demo_waiting')}</Badge>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** The install snippet. */
export function TagExample({ origin }: { origin: string }) {
  const t = useT()
  return (
    <figure className="overflow-hidden rounded-panel border border-line bg-raised">
      <figcaption className="flex items-center gap-2 border-b border-line px-5 py-3.5 font-semibold">
        <Icon name="code" className="text-muted" />
        {t('site.code_comment')}
      </figcaption>
      <pre className="overflow-x-auto p-5 font-mono text-sm leading-6" tabIndex={0}>
        <code>{`<script async\n  src="${origin}/widget.js"\n  data-key="pk_…"></script>`}</code>
      </pre>
    </figure>
  )
}
