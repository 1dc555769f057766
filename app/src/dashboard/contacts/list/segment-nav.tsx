import type { Integration, SavedView } from '@ozvi/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx'
import { SavedViewManager } from '#dashboard/saved-views'

export interface SegmentNavProps {
  integration: Integration
  segments: readonly SavedView[]
  current: SavedView | undefined
  /** Counts by segment id. */
  counts: Record<string, number>
  /** URL of all contacts, or of a segment. */
  pathOf: (id: string | null) => string
}
/** Segments next to the list, with counts. */
export function SegmentNav({
  integration,
  segments,
  current,
  counts,
  pathOf,
  className,
}: SegmentNavProps & { className?: string | false }) {
  const t = useT()
  return (
    <nav
      aria-label={t('segments.segments')}
      className={cn('w-56 shrink-0 overflow-y-auto border-r border-line px-3 py-4 max-lg:hidden', className)}
    >
      <ul>
        <li>
          <Item to={pathOf(null)} isShown={!current}>
            {t('contacts.view_all')}
          </Item>
        </li>
      </ul>
      <div className="mt-4 mb-1 flex h-8 items-center justify-between pl-2.5">
        <h2 className="text-sm font-medium text-muted">{t('segments.segments')}</h2>
        {segments.length > 0 && <Manage integration={integration} />}
      </div>
      {segments.length === 0 ? (
        <p className="px-2.5 text-sm text-muted">{t('segments.segments_hint')}</p>
      ) : (
        <ul>
          {segments.map(({ id, name, owner_id }) => (
            <li key={id}>
              <Item to={pathOf(id)} isShown={current?.id === id} count={counts[id]}>
                {name}
                {owner_id === null && <OfTeam />}
              </Item>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** The segments as a menu, for narrow screens. */
export function SegmentMenu({ integration, segments, current, counts, pathOf }: SegmentNavProps) {
  const t = useT()
  const formats = useFormats()
  const [isManaging, setManaging] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button size="sm">
            <span className="max-w-32 truncate">{current?.name ?? t('segments.segments')}</span>
            <Icon name="chevron-down" size={14} />
          </Button>
        }
      >
        <MenuItem asChild>
          <PageLink to={pathOf(null)} aria-current={current ? undefined : 'page'}>
            {t('contacts.view_all')}
          </PageLink>
        </MenuItem>
        <MenuDivider />
        {segments.map(({ id, name, owner_id }) => (
          <MenuItem key={id} asChild>
            <PageLink to={pathOf(id)} aria-current={id === current?.id ? 'page' : undefined}>
              <span className="min-w-0 flex-1 truncate">{name}</span> {owner_id === null && <OfTeam />}
              <span className="text-sm text-muted">{formats.number(counts[id] ?? 0)}</span>
            </PageLink>
          </MenuItem>
        ))}
        <MenuItem icon="settings" onSelect={() => setManaging(true)}>
          {t('segments.segments_manage')}
        </MenuItem>
      </Menu>
      {isManaging && (
        <Suspense>
          <SavedViewManager integration={integration} list="contacts" onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  )
}

function Manage({ integration }: { integration: Integration }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="settings"
        size="sm"
        label={t('segments.segments_manage')}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <SavedViewManager integration={integration} list="contacts" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function OfTeam() {
  const t = useT()
  return (
    <span className="ml-1.5 inline-block align-[-2px] text-muted">
      <Icon name="users" size={14} />
      <span className="sr-only">{t('search.visibility_team')}</span>
    </span>
  )
}
function Item({
  to,
  isShown,
  count,
  children,
}: {
  to: string
  isShown: boolean
  count?: number | undefined
  children: ReactNode
}) {
  const formats = useFormats()
  return (
    <PageLink
      to={to}
      aria-current={isShown ? 'page' : undefined}
      className={cn(
        'flex min-h-8 items-center gap-2 rounded-control px-2.5 text-base hover:bg-subtle',
        isShown && 'bg-inset font-medium forced-colors:outline',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>{' '}
      <span className="text-sm text-muted">{count === undefined ? '' : formats.number(count)}</span>
    </PageLink>
  )
}
