import type { SavedView } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuDivider, MenuItem, MenuLabel } from '#ui/menu.tsx'

interface Props {
  views: readonly SavedView[]
  counts: Record<string, number>
  shown: string | undefined
  pathOf: (id: string) => string
  onManage: () => void
}
/** Saved views in the menu of all views. */
export function SavedViewItems({ views, counts, shown, pathOf, onManage }: Props) {
  const t = useT()
  const formats = useFormats()
  return (
    <>
      <MenuDivider />
      <MenuLabel>{t('finding.views_saved')}</MenuLabel>
      {views.map(({ id, name, owner_id }) => (
        <MenuItem key={id} asChild>
          <PageLink to={pathOf(id)} aria-current={id === shown ? 'page' : undefined}>
            <span className="min-w-0 flex-1 truncate">{name}</span>{' '}
            {owner_id === null && (
              <span className="text-muted">
                <Icon name="users" size={14} />
                <span className="sr-only">{t('finding.view_of_team')}</span>
              </span>
            )}
            <span className="text-sm text-muted">{formats.number(counts[id] ?? 0)}</span>
            {id === shown && <Icon name="check" size={16} className="text-primary" />}
          </PageLink>
        </MenuItem>
      ))}
      <MenuItem icon="settings" onSelect={onManage}>
        {t('finding.views_manage')}
      </MenuItem>
    </>
  )
}
