import type { SourceFolder } from '@ozvi/contract'
import { useState } from 'react'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFolder, useSwitchFolder } from '../folder-data.ts'
import { isBusy } from '../states.ts'
import type { TreeContext } from './tree-context.ts'
import { ItemRow } from './tree-item.tsx'
import { moveInTree } from './tree-keys.ts'
import { TreeRow, TreeSwitch } from './tree-row.tsx'

/** The items of a source by path. Levels are loaded when they are opened. */
export function PageTree({ source, canManage, actions }: Omit<TreeContext, 'switchFolder'>) {
  const switchFolder = useSwitchFolder({ integration_id: source.integration_id, source_id: source.id })
  return <TreeLevel tree={{ source, canManage, actions, switchFolder }} path="" depth={0} />
}

/** The entries of a folder. A folder that is the only entry is open. */
function TreeLevel({ tree, path, depth }: { tree: TreeContext; path: string; depth: number }) {
  const t = useT()
  const { source } = tree
  const query = useFolder({ integration_id: source.integration_id, source_id: source.id }, path)
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const entries = data?.pages.flatMap(({ entries }) => entries) ?? []
  if (!data)
    return (
      <LoadFallback
        title={t('data-sources.items_failed')}
        query={query}
        className="m-4"
        skeletonClassName="flex flex-col gap-4"
      >
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-5" />
        ))}
      </LoadFallback>
    )
  if (entries.length === 0)
    return (
      <EmptyState
        icon="file"
        title={isBusy(source) ? t('data-sources.items_coming') : t('data-sources.items_none')}
      />
    )
  return (
    <>
      <ul className="divide-y divide-line">
        {entries.map((entry) =>
          entry.kind === 'folder' ? (
            <FolderRow
              key={entry.folder.path}
              tree={tree}
              folder={entry.folder}
              depth={depth}
              isInitiallyOpen={entries.length === 1}
            />
          ) : (
            <ItemRow key={entry.item.id} tree={tree} item={entry.item} depth={depth} />
          ),
        )}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button size="sm" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('data-sources.items_more')}
          </Button>
        </div>
      )}
    </>
  )
}

const unread = ['skipped', 'failed', 'gone'] as const

/** Readable part of an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A folder with its counts and switch; its entries follow while it is open. */
function FolderRow({
  tree,
  folder,
  depth,
  isInitiallyOpen,
}: {
  tree: TreeContext
  folder: SourceFolder
  depth: number
  isInitiallyOpen: boolean
}) {
  const t = useT()
  const formats = useFormats()
  const toastOnError = useToastOnError()
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const [isSwitching, setSwitching] = useState(false)
  const name = decoded(folder.name) || '/'
  const isPartlyUsed = folder.used > 0 && folder.used < folder.indexed
  const change = async (isUsed: boolean) => {
    setSwitching(true)
    await toastOnError(tree.switchFolder(folder.path, isUsed))
    setSwitching(false)
  }
  return (
    <li>
      <TreeRow
        depth={depth}
        title={
          <button
            type="button"
            data-tree-row
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            onKeyDown={moveInTree}
            className="-mr-1 -ml-6.5 flex min-h-6 min-w-0 items-center gap-1.5 rounded-[4px] px-1 text-left font-medium touch:min-h-11"
          >
            <Icon
              name="chevron-right"
              size={16}
              className={cn('shrink-0 text-muted transition-transform duration-120', isOpen && 'rotate-90')}
            />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </button>
        }
        details={
          <>
            <span>{t('data-sources.pages', { count: folder.pages })}</span>
            {isPartlyUsed && (
              <span>{t('data-sources.folder_used', { used: folder.used, indexed: folder.indexed })}</span>
            )}
            {unread.map(
              (status) =>
                folder[status] > 0 && (
                  <span key={status}>{t(`data-sources.folder_${status}`, { count: folder[status] })}</span>
                ),
            )}
          </>
        }
        words={formats.number(folder.words)}
        changed_at={folder.changed_at}
        use={
          tree.canManage &&
          folder.indexed > 0 && (
            <TreeSwitch
              label={t('data-sources.use_folder', { name })}
              checked={folder.used > 0}
              disabled={isSwitching}
              onChange={({ target }) => void change(target.checked)}
            />
          )
        }
      />
      {isOpen && (
        <div className="border-t border-line">
          <TreeLevel tree={tree} path={folder.path} depth={depth + 1} />
        </div>
      )}
    </li>
  )
}
