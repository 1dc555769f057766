import type { Integration } from '@ozvi/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'
import { useMedia } from '#platform/theme/use-media.ts'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { SavedViewManager, useSavedViews } from '#dashboard/saved-views'
import { parseCurrentList } from '../list/saved-views.ts'
import { type ListEntry, useListEntries } from './entries.ts'

/** Closed sections. “More” is closed unless opened. */
const toggled = createLocalStorageValue('ozvi.sidebar_toggled')
type Section = 'more' | 'saved' | 'teams'
function useSection(name: Section): [isToggled: boolean, toggle: () => void] {
  const names = toggled.use().split(' ').filter(Boolean)
  const isToggled = names.includes(name)
  const next = isToggled ? names.filter((each) => each !== name) : [...names, name]
  return [isToggled, () => toggled.save(next.join(' '))]
}

/** The lists of the inbox in the sidebar: views, saved views and teams with their counts. */
export function InboxNav({ integration }: { integration: Integration }) {
  const t = useT()
  const to = usePath()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  // The narrow sidebar has no room for lists.
  const isWide = useMedia('(min-width: 64rem)')
  const [isMoreOpen, toggleMore] = useSection('more')
  const [isManaging, setManaging] = useState(false)
  const views = useSavedViews(integration.id, 'conversations') ?? []
  const base = to('app-i-integrationId-conversation', { integrationId: integration.id })
  const isInInbox = pathname === base || pathname.startsWith(`${base}/`)
  const current = isInInbox && !search.has('search') ? parseCurrentList(search, views) : undefined
  const entries = useListEntries(integration.id, current, isWide)
  // The list shown is never hidden.
  const others = entries.others.filter(({ isCurrent }) => isMoreOpen || isCurrent)
  return (
    <div className="mb-1 ml-4.5 border-l border-line pl-2 max-lg:hidden">
      <ul aria-label={t('conversations.views')}>
        {[...entries.main, ...others].map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
        <li>
          <button type="button" aria-expanded={isMoreOpen} onClick={toggleMore} className={entryStyle(false)}>
            {t(isMoreOpen ? 'conversations.fewer_views' : 'conversations.more_views')}
            <Chevron isOpen={isMoreOpen} />
          </button>
        </li>
      </ul>
      {entries.saved.length > 0 && (
        <Group
          name="saved"
          label={t('search.views_saved')}
          entries={entries.saved}
          action={
            <IconButton
              icon="settings"
              size="sm"
              label={t('search.views_manage')}
              onClick={() => setManaging(true)}
            />
          }
        />
      )}
      {entries.teams.length > 0 && (
        <Group name="teams" label={t('conversations.teams')} entries={entries.teams} />
      )}
      {isManaging && (
        <Suspense>
          <SavedViewManager
            integration={integration}
            list="conversations"
            onClose={() => setManaging(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const entryStyle = (isCurrent: boolean) =>
  cn(
    'flex h-7.5 w-full items-center gap-2 rounded-control px-2 text-sm text-muted hover:bg-inset hover:text-ink touch:h-11',
    isCurrent && 'bg-inset font-medium text-ink forced-colors:outline',
  )
const Chevron = ({ isOpen }: { isOpen: boolean }) => (
  <Icon name="chevron-down" size={14} className={isOpen ? 'rotate-180' : ''} />
)

function Entry({ entry: { label, path, count, isCurrent } }: { entry: ListEntry }) {
  const formats = useFormats()
  // Counts may change before the HTML is hydrated.
  const isHydrated = useIsHydrated()
  return (
    <li>
      <PageLink to={path} aria-current={isCurrent ? 'page' : undefined} className={entryStyle(isCurrent)}>
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>{' '}
        {count && isHydrated ? (
          <span className="text-xs text-muted tabular-nums">{formats.number(count)}</span>
        ) : null}
      </PageLink>
    </li>
  )
}

interface GroupProps {
  name: Section
  label: string
  entries: readonly ListEntry[]
  action?: ReactNode
}
/** A section that can be closed; the list shown stays visible. */
function Group({ name, label, entries, action }: GroupProps) {
  const [isClosed, toggle] = useSection(name)
  return (
    <>
      <div className="mt-1.5 flex items-center">
        <button
          type="button"
          aria-expanded={!isClosed}
          onClick={toggle}
          className="flex h-7.5 min-w-0 flex-1 items-center gap-1.5 rounded-control px-2 text-xs font-medium text-muted hover:text-ink touch:h-11"
        >
          <span className="truncate">{label}</span>
          <Chevron isOpen={!isClosed} />
        </button>
        {action}
      </div>
      <ul aria-label={label}>
        {entries
          .filter(({ isCurrent }) => !isClosed || isCurrent)
          .map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
      </ul>
    </>
  )
}
