import { can, type Integration } from '@ozvi/contract'
import { Fragment, lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { PageNavLink } from '#platform/document/page-link.tsx'
import { ShortcutHint, openCommandBar, useKeymap } from '#dashboard/commands'
import { cn } from '#ui/cn.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { type Page, pages } from '#pages'

/** Loaded after the page. */
const InboxNav = lazy(async () => ({ default: (await import('#dashboard/conversations/sidebar')).InboxNav }))
const UnreadBadge = lazy(async () => ({
  default: (await import('#dashboard/conversations/sidebar')).UnreadBadge,
}))

const home = 'app-i-integrationId'
const inbox = 'app-i-integrationId-conversation'
const settings = 'app-i-integrationId-settings'
type NavPage = Page & { nav: NonNullable<Page['nav']> }
const all: readonly Page[] = pages
/** Pages linked from the rail, or from the settings list, in order. */
export const navPages = (kind: 'rail' | 'settings'): NavPage[] =>
  all.filter((page): page is NavPage => page.nav?.in === kind)

/** Whether a page has something for this member; unknown members are offered every page. */
export const isPageOffered = ({ nav: { right } }: NavPage, integration: Integration | undefined) =>
  !right || !integration || can(integration, right)

/** URL of a navigation page in a workspace; all have this one parameter. */
export const navPath = (locale: string, page: Page, integrationId: string) =>
  `/${locale}/${page.path.replace(':integrationId', encodeURIComponent(integrationId))}`

interface NavProps {
  integrationId: string
  /** Undefined while unknown. */
  integration: Integration | undefined
}
export function RailNav({ integrationId, integration }: NavProps) {
  const t = useT()
  const locale = useLocale()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // In a low window the rail scrolls.
  useEffect(() => {
    // The result isn't returned: in current browsers it is a promise, which React would call as the cleanup.
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label={t('shell.nav')}
      className="mt-4 hidden min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto overscroll-contain mask-b-from-[calc(100%-1.5rem)] pb-6 scroll-pb-7 md:flex [scrollbar-width:thin]"
    >
      <FindButton />
      {navPages('rail').map((page) => (
        <Fragment key={page.name}>
          <PageNavLink
            to={navPath(locale, page, integrationId)}
            end={page.name === home}
            className={({ isActive }) =>
              cn(
                'relative flex h-9 shrink-0 items-center gap-2.5 rounded-control px-2.5 text-base text-muted hover:bg-inset hover:text-ink touch:h-11',
                'md:max-lg:justify-center md:max-lg:px-0',
                isActive && 'font-medium text-ink forced-colors:outline',
                // In the inbox, the list shown is highlighted below.
                isActive && (page.name === inbox ? 'max-lg:bg-inset' : 'bg-inset'),
              )
            }
          >
            <Icon name={page.nav.icon} size={20} />
            <span className="md:max-lg:sr-only">{t(page.nav.label)}</span>
            {page.name === inbox && integration && (
              <Suspense>
                <UnreadBadge
                  integration_id={integration.id}
                  className="ml-auto max-lg:absolute max-lg:top-0.5 max-lg:right-0"
                />
              </Suspense>
            )}
          </PageNavLink>
          {page.name === inbox && integration && (
            <Suspense>
              <InboxNav integration={integration} />
            </Suspense>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** Opens the command palette, for those who don't know its shortcut. */
function FindButton() {
  const t = useT()
  const key = useKeymap().keys.command_bar
  return (
    <button
      type="button"
      onClick={() => void openCommandBar()}
      className="mb-2 flex h-9 shrink-0 items-center gap-2.5 rounded-control border border-line bg-page px-2.5 text-base text-muted hover:border-strong hover:text-ink touch:h-11 md:max-lg:justify-center md:max-lg:px-0"
    >
      <Icon name="search" size={20} className="lg:size-4" />
      <span className="flex-1 text-left md:max-lg:sr-only">{t('commands.short')}</span>
      {key && (
        <span aria-hidden className="max-lg:hidden">
          <ShortcutHint combination={key} />
        </span>
      )}
    </button>
  )
}

/** On a phone: the main pages, and the rest behind “More”. */
export function BottomNav({ integrationId, integration }: NavProps) {
  const t = useT()
  const locale = useLocale()
  const { pathname } = useLocation()
  const inBar = navPages('rail').filter(({ nav }) => nav.isInBar)
  const otherPages = navPages('rail').filter(({ nav }) => !nav.isInBar)
  const path = (page: Page) => navPath(locale, page, integrationId)
  const isInOtherPages = !inBar.some((page) =>
    page.name === home ? pathname === path(page) : pathname.startsWith(path(page)),
  )
  return (
    <nav
      aria-label={t('shell.nav')}
      className="flex shrink-0 border-t border-line bg-subtle pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {inBar.map((page) => (
        <PageNavLink
          key={page.name}
          to={path(page)}
          end={page.name === home}
          className={({ isActive }) => barItem(isActive)}
        >
          <BarLabel icon={page.nav.icon} text={t(page.nav.label)} />
          {page.name === inbox && integration && (
            <Suspense>
              <UnreadBadge
                integration_id={integration.id}
                className="absolute top-1.5 left-1/2 ml-1.5 ring-2 ring-subtle"
              />
            </Suspense>
          )}
        </PageNavLink>
      ))}
      <Menu
        side="top"
        align="end"
        trigger={
          <button type="button" className={barItem(isInOtherPages)}>
            <BarLabel icon="menu" text={t('shell.more')} />
          </button>
        }
      >
        <MenuItem icon="search" onSelect={() => void openCommandBar()}>
          {t('commands.command_bar')}
        </MenuItem>
        {otherPages.map((page) => (
          <MenuItem key={page.name} asChild>
            <PageNavLink to={path(page) + (page.name === settings ? '?view=list' : '')}>
              <Icon name={page.nav.icon} className="text-muted" />
              {t(page.nav.label)}
            </PageNavLink>
          </MenuItem>
        ))}
      </Menu>
    </nav>
  )
}
const barItem = (isActive: boolean) =>
  cn(
    'relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-muted',
    isActive && 'font-medium text-primary',
  )
function BarLabel({ icon, text }: { icon: IconName; text: string }) {
  return (
    <>
      <Icon name={icon} size={22} />
      <span className="max-w-full truncate px-1">{text}</span>
    </>
  )
}
