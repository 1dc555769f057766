import { agentName, may } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import type { Key } from '#platform/i18n/keys.ts'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { useUser } from '#platform/session.ts'
import { buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { useIntegration } from '#dashboard/integrations'
import { navPath } from '#dashboard/shell'
import { type Page, pages } from '#pages'
import { useOverview } from './data.ts'
import { SetupChecklist } from './setup-checklist.tsx'

const figures = [
  { view: 'unassigned', label: 'home.unassigned' },
  { view: 'mine', label: 'home.mine' },
  { view: 'waiting', label: 'home.waiting' },
  { view: 'automated', label: 'home.automated' },
] as const

// The router asks for a default export.
export default function HomePage() {
  const t = useT()
  const user = useUser()
  const to = usePath()
  const formats = useFormats()
  const integration = useIntegration()
  const inbox = usePagePath('app-i-integrationId-conversation', integration.id)
  const sourcesPath = usePagePath('app-i-integrationId-settings-data-sources', integration.id)
  const { counts, sources, team } = useOverview(integration.id)
  const failing = sources.filter(({ status }) => status === 'failed' || status === 'stale').length
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('shell.home')} – ${integration.name}`}</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">
            {t('home.greeting', { name: agentName(user) })}
          </h1>
          <p className="mt-1 text-base text-muted">{integration.url.replace(/^https?:\/\/|\/$/g, '')}</p>
        </div>
        <a
          href={`${to('preview')}?key=${integration.public_key}`}
          target="_blank"
          className={buttonStyle('plain')}
        >
          {t('home.preview')}
          <Icon name="external-link" size={16} />
        </a>
      </div>
      {!integration.onboarded_at && may(integration.role, 'settings.manage') && (
        <SetupChecklist
          integration={integration}
          overview={{ counts, sources, team }}
          sourcesPath={sourcesPath}
        />
      )}
      <h2 className="mt-8 text-md font-semibold">{t('home.now')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(({ view, label }) => (
          <Figure key={view} label={label} href={inbox && `${inbox}?view=${view}`}>
            {formats.number(counts[view])}
          </Figure>
        ))}
      </dl>
      <h2 className="mt-8 text-md font-semibold">{t('home.health')}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="home.sources" href={sourcesPath}>
          {formats.number(sources.length)}
        </Figure>
        <Figure label="home.pages" href={sourcesPath}>
          {formats.number(sources.reduce((sum, { indexed }) => sum + indexed, 0))}
        </Figure>
        <Figure label="home.failing" href={sourcesPath} isWarning={failing > 0}>
          {formats.number(failing)}
        </Figure>
        <Figure
          label="home.members"
          href={to('app-i-integrationId-settings-team', { integrationId: integration.id })}
        >
          {formats.number(team.users.length)}
        </Figure>
      </dl>
    </div>
  )
}

/** The address of a page by name, where the page exists. */
function usePagePath(name: string, integrationId: string): string | undefined {
  const locale = useLocale()
  const page = (pages as readonly Page[]).find((one) => one.name === name)
  return page && navPath(locale, page, integrationId)
}

/** One figure that opens the list it counts. */
function Figure({
  label,
  href,
  isWarning = false,
  children,
}: {
  label: Key
  href?: string | undefined
  isWarning?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <Card className="relative flex flex-col-reverse justify-end gap-1 p-4 transition-colors duration-120 has-[a:hover]:border-strong">
      <dt className="text-base text-muted">
        {href ? (
          <PageLink to={href} className="after:absolute after:inset-0 after:rounded-card">
            {t(label)}
          </PageLink>
        ) : (
          t(label)
        )}
      </dt>
      <dd className={cn('text-3xl font-semibold proportional-nums', isWarning && 'text-warning')}>
        {children}
      </dd>
    </Card>
  )
}
