import { type DataSource, dataSourceChanged } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import * as store from './store.ts'
import type { RunnableSource, SourceChanges } from './store.ts'

/** The run is not this job's any more: stopped, replaced, or the source is being deleted. */
export class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

/** Writes as this run, or not at all. */
export function withRun<T>(
  ctx: Context,
  source: RunnableSource,
  work: (tx: Tx, advance: Advance) => Promise<T>,
): Promise<T> {
  return ctx.transaction((tx) =>
    work(tx, async (changes, { emits }) => {
      const changed = await store.updateRun(
        tx,
        { integration_id: source.integration_id, source_id: source.id },
        source.run,
        changes,
      )
      if (!changed) throw new RunSuperseded()
      if (emits) tx.emit(dataSourceChanged, changed)
      return changed
    }),
  )
}
/** @param options.emits whether members are notified of these changes now */
type Advance = (changes: SourceChanges, options: { emits: boolean }) => Promise<DataSource>
