import {
  type ContactFilterTexts,
  deleteSavedView,
  type ListOf,
  orderSavedViews,
  type SavedView,
  saveSegment,
  saveView,
} from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { savedViewsOf } from './data.ts'
import { words } from './words.ts'

function put({ id, integration_id, list, owner_id, name, view, filter }: SavedView) {
  const kept = { integration_id, saved_view_id: id, name, is_shared: owner_id === null }
  // A segment contains what the contract accepted when it was saved, or what the list has just read from the
  // URL.
  return list === 'contacts'
    ? call(saveSegment, { ...kept, filter: filter as ContactFilterTexts })
    : call(saveView, { ...kept, view, filter })
}

/** Actions on views; removals can be undone from their toast. */
export function useViewActions(integration_id: string, list: ListOf) {
  const t = useT()
  const cache = useQueryClient()
  return useMemo(() => {
    const readAgain = () => cache.invalidateQueries(savedViewsOf(integration_id, list))
    async function keep(view: SavedView) {
      const kept = await put(view)
      await readAgain()
      return kept
    }
    const tryTo = async (work: () => Promise<unknown>) => {
      try {
        await work()
        return true
      } catch (error) {
        sayFailure(error, t)
        return false
      } finally {
        await readAgain()
      }
    }
    return {
      keep,
      /** Saves another filter under the same name. */
      async change(before: SavedView, next: Pick<SavedView, 'view' | 'filter'>) {
        if (!(await tryTo(() => put({ ...before, ...next })))) return false
        toast.success(t(`${words[list]}_changed`, { name: before.name }), {
          label: t('conversations.undo'),
          onClick: () => void tryTo(() => put(before)),
        })
        return true
      },
      async remove(view: SavedView, ids: readonly string[]) {
        const key = { integration_id, saved_view_id: view.id }
        if (!(await tryTo(() => call(deleteSavedView, key)))) return
        toast.success(t(`${words[list]}_deleted`, { name: view.name }), {
          label: t('conversations.undo'),
          onClick: () =>
            void tryTo(async () => {
              await put(view)
              await call(orderSavedViews, { integration_id, list, ids: [...ids] })
            }),
        })
      },
      order(ids: string[]) {
        const { queryKey } = savedViewsOf(integration_id, list)
        cache.setQueryData(queryKey, (views) =>
          views?.toSorted(
            (a, b) =>
              Number(a.owner_id !== null) - Number(b.owner_id !== null) ||
              ids.indexOf(a.id) - ids.indexOf(b.id),
          ),
        )
        return tryTo(() => call(orderSavedViews, { integration_id, list, ids }))
      },
    }
  }, [cache, integration_id, list, t])
}
