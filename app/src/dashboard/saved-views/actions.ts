import {
  type ContactFilterTexts,
  deleteSavedView,
  type ListOf,
  reorderSavedViews,
  type SavedView,
  saveSegment,
  saveView,
} from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { toast } from '#ui/toast.ts'
import { savedViewsOf } from './data.ts'
import { listKeys } from './message-keys.ts'

function store({ id, integration_id, list, owner_id, name, view, filter }: SavedView) {
  const saved = { integration_id, saved_view_id: id, name, is_shared: owner_id === null }
  // A segment contains what the contract accepted when it was saved, or what the list has just read from the
  // URL.
  return list === 'contacts'
    ? call(saveSegment, { ...saved, filter: filter as ContactFilterTexts })
    : call(saveView, { ...saved, view, filter })
}

/** Actions on views; removals can be undone from their toast. */
export function useViewActions(integration_id: string, list: ListOf) {
  const t = useT()
  const cache = useQueryClient()
  return useMemo(() => {
    const readAgain = () => cache.invalidateQueries(savedViewsOf(integration_id, list))
    async function create(view: SavedView) {
      const saved = await store(view)
      await readAgain()
      return saved
    }
    const tryTo = async (work: () => Promise<unknown>) => {
      try {
        await work()
        return true
      } catch (error) {
        toastError(error, t)
        return false
      } finally {
        await readAgain()
      }
    }
    return {
      keep: create,
      /** Saves another filter under the same name. */
      async change(before: SavedView, next: Pick<SavedView, 'view' | 'filter'>) {
        if (!(await tryTo(() => store({ ...before, ...next })))) return false
        toast.success(t(`${listKeys[list]}_changed`, { name: before.name }), {
          label: t('conversations.undo'),
          onClick: () => void tryTo(() => store(before)),
        })
        return true
      },
      async remove(view: SavedView, ids: readonly string[]) {
        const key = { integration_id, saved_view_id: view.id }
        if (!(await tryTo(() => call(deleteSavedView, key)))) return
        toast.success(t(`${listKeys[list]}_deleted`, { name: view.name }), {
          label: t('conversations.undo'),
          onClick: () =>
            void tryTo(async () => {
              await store(view)
              await call(reorderSavedViews, { integration_id, list, ids: [...ids] })
            }),
        })
      },
      order(ids: string[]) {
        changeData(cache, savedViewsOf(integration_id, list), (views) =>
          views.toSorted(
            (a, b) =>
              Number(a.owner_id !== null) - Number(b.owner_id !== null) ||
              ids.indexOf(a.id) - ids.indexOf(b.id),
          ),
        )
        return tryTo(() => call(reorderSavedViews, { integration_id, list, ids }))
      },
    }
  }, [cache, integration_id, list, t])
}
