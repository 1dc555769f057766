import { type InboxView, inboxViews, type SavedView } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { SavedViewManager } from '#dashboard/saved-views'
import { useInbox } from '../layout/inbox-context.ts'
import { useSavedCounts } from './saved-views.ts'

const SavedViewItems = lazy(() =>
  import('../filters/saved-view-items.tsx').then((module) => ({ default: module.SavedViewItems })),
)

/** Tabs if there is room; the rest is in the menu, whose label is the current view. */
const inSight: readonly InboxView[] = ['all', 'mine', 'unassigned']

const tab = (isShown: boolean) =>
  cn(
    'flex h-8 items-center gap-1.5 rounded-control px-1.5 text-sm whitespace-nowrap text-muted hover:bg-inset hover:text-ink touch:h-11',
    isShown && 'bg-inset font-medium text-ink forced-colors:outline',
  )

/** Switches between views, with counts. */
export function ViewPicker({
  view,
  counts,
  views,
}: {
  view: InboxView
  /** Saved views. */
  views: readonly SavedView[]
  counts: Record<InboxView, number> | undefined
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const { integration, saved, savedPath } = useInbox()
  const savedCounts = useSavedCounts(integration.id, views.length > 0)
  const [isManaging, setManaging] = useState(false)
  const base = to('app-i-integrationId-conversation', { integrationId: integration.id })
  const path = (view: InboxView) => (view === 'all' ? base : `${base}?view=${view}`)
  const isInMenu = saved !== undefined || !inSight.includes(view)
  const isShown = (each: InboxView) => !saved && each === view
  const shownViews = isInMenu ? inSight.slice(0, 2) : inSight
  const otherViews = inboxViews.filter((each) => !shownViews.includes(each))
  const count = (view: InboxView) => (counts ? formats.number(counts[view]) : '')
  return (
    <nav
      aria-label={t('conversations.views')}
      className="flex shrink-0 items-center gap-1 overflow-x-auto border-b border-line px-2.5 py-2 [scrollbar-width:none]"
    >
      {shownViews.map((each) => (
        <PageLink
          key={each}
          to={path(each)}
          aria-current={isShown(each) ? 'page' : undefined}
          className={tab(isShown(each))}
        >
          {t(`conversations.view_${each}`)} <span className="text-xs text-muted">{count(each)}</span>
        </PageLink>
      ))}
      <div className="sticky -right-2 ml-auto bg-page pr-2 pl-0.5">
        <Menu
          align="end"
          trigger={
            <button type="button" aria-current={isInMenu ? 'page' : undefined} className={tab(isInMenu)}>
              <span className="max-w-32 truncate">
                {saved?.name ?? (isInMenu ? t(`conversations.view_${view}`) : t('conversations.more_views'))}
              </span>{' '}
              {isInMenu && (
                <span className="text-xs text-muted">
                  {saved ? formats.number(savedCounts[saved.id] ?? 0) : count(view)}
                </span>
              )}
              <Icon name="chevron-down" size={14} />
            </button>
          }
        >
          {otherViews.map((each) => (
            <MenuItem key={each} asChild>
              <PageLink to={path(each)} aria-current={isShown(each) ? 'page' : undefined}>
                <span className="flex-1">{t(`conversations.view_${each}`)}</span>{' '}
                <span className="text-sm text-muted">{count(each)}</span>
                {isShown(each) && <Icon name="check" size={16} className="text-primary" />}
              </PageLink>
            </MenuItem>
          ))}
          {views.length > 0 && (
            <Suspense>
              <SavedViewItems
                views={views}
                counts={savedCounts}
                currentId={saved?.id}
                pathOf={savedPath}
                onManage={() => setManaging(true)}
              />
            </Suspense>
          )}
        </Menu>
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
    </nav>
  )
}
