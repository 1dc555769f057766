import type { SavedView } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'

interface Props {
  views: readonly SavedView[]
  counts: Record<string, number>
  currentId: string | undefined
  pathOf: (id: string) => string
  onManage: () => void
}
/** Saved views in the menu of all views. */
export function SavedViewItems({ views, counts, currentId, pathOf, onManage }: Props) {
  const t = useT()
  const formats = useFormats()
  return (
    <>
      <MenuDivider />
      <MenuLabel>{t('search.views_saved')}</MenuLabel>
      {views.map(({ id, name, owner_id }) => (
        <MenuItem key={id} asChild>
          <PageLink to={pathOf(id)} aria-current={id === currentId ? 'page' : undefined}>
            <span className="min-w-0 flex-1 truncate">{name}</span>{' '}
            {owner_id === null && (
              <span className="text-muted">
                <Icon name="users" size={14} />
                <span className="sr-only">{t('search.view_of_team')}</span>
              </span>
            )}
            <span className="text-sm text-muted">{formats.number(counts[id] ?? 0)}</span>
            {id === currentId && <Icon name="check" size={16} className="text-primary" />}
          </PageLink>
        </MenuItem>
      ))}
      <MenuItem icon="settings" onSelect={onManage}>
        {t('search.views_manage')}
      </MenuItem>
    </>
  )
}
