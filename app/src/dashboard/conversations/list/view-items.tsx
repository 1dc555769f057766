import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { type ListEntry, useListEntries } from '../sidebar/entries.ts'

/** All lists of the inbox in a menu, with counts. */
export function ViewItems({ onManage }: { onManage: () => void }) {
  const t = useT()
  const { integration, listParams, saved } = useInbox()
  const entries = useListEntries(integration.id, { listParams, saved }, true)
  return (
    <>
      {[...entries.main, ...entries.others].map((entry) => (
        <Item key={entry.key} entry={entry} />
      ))}
      {entries.saved.length > 0 && (
        <>
          <MenuDivider />
          <MenuLabel>{t('search.views_saved')}</MenuLabel>
          {entries.saved.map((entry) => (
            <Item key={entry.key} entry={entry} />
          ))}
          <MenuItem icon="settings" onSelect={onManage}>
            {t('search.views_manage')}
          </MenuItem>
        </>
      )}
      {entries.teams.length > 0 && (
        <>
          <MenuDivider />
          <MenuLabel>{t('conversations.teams')}</MenuLabel>
          {entries.teams.map((entry) => (
            <Item key={entry.key} entry={entry} />
          ))}
        </>
      )}
    </>
  )
}

function Item({ entry: { label, path, count, isCurrent, is_shared } }: { entry: ListEntry }) {
  const t = useT()
  const formats = useFormats()
  return (
    <MenuItem asChild>
      <PageLink to={path} aria-current={isCurrent ? 'page' : undefined}>
        <span className="min-w-0 flex-1 truncate">{label}</span>{' '}
        {is_shared && (
          <span className="text-muted">
            <Icon name="users" size={14} />
            <span className="sr-only">{t('search.visibility_team')}</span>
          </span>
        )}
        {count !== undefined && <span className="text-sm text-muted">{formats.number(count)}</span>}
        {isCurrent && <Icon name="check" size={16} className="text-primary" />}
      </PageLink>
    </MenuItem>
  )
}
