import type { DataSourceItem } from '@ozvi/contract'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { ItemTitle } from '../item-table.tsx'
import type { TreeContext } from './tree-context.ts'
import { itemTones } from '../states.ts'
import { moveInTree } from './tree-keys.ts'
import { TreeRow, TreeSwitch } from './tree-row.tsx'

/** A page of a folder, or a document. */
export function ItemRow({ tree, item, depth }: { tree: TreeContext; item: DataSourceItem; depth: number }) {
  const t = useT()
  const formats = useFormats()
  const toastOnError = useToastOnError()
  const { title, status, reason, words, changed_at, is_enabled } = item
  const isIndexed = status === 'indexed'
  return (
    <li>
      <TreeRow
        depth={depth}
        title={<ItemTitle item={item} source={tree.source} onKeyDown={moveInTree} />}
        details={
          (!isIndexed || reason) && (
            <>
              {!isIndexed && <Badge tone={itemTones[status]}>{t(`data-sources.item_${status}`)}</Badge>}
              {reason && <span>{t(`data-sources.reason_${reason}`)}</span>}
            </>
          )
        }
        words={isIndexed ? formats.number(words) : undefined}
        changed_at={isIndexed ? changed_at : null}
        use={
          tree.canManage &&
          isIndexed && (
            <TreeSwitch
              label={t('data-sources.use', { name: title })}
              checked={is_enabled}
              onChange={({ target }) => void toastOnError(tree.actions.enableItem(item, target.checked))}
            />
          )
        }
      />
    </li>
  )
}
