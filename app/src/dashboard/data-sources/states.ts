import type { DataSource, DataSourceItem, DataSourceKind, DataSourceStatus } from '@ozvi/contract'
import type { IconName } from '#ui/icon.tsx'

export const kindIcons: Record<DataSourceKind, IconName> = {
  website: 'globe',
  file: 'file',
  question: 'help-circle',
  text: 'note',
  api: 'code',
}
export const statusTones = {
  queued: 'neutral',
  fetching: 'primary',
  indexing: 'primary',
  ready: 'success',
  partial: 'warning',
  failed: 'danger',
  paused: 'neutral',
  stale: 'warning',
  deleting: 'neutral',
} as const satisfies Record<DataSourceStatus, string>
export const itemTones = {
  indexed: 'success',
  skipped: 'neutral',
  failed: 'danger',
  gone: 'warning',
} as const satisfies Record<DataSourceItem['status'], string>

/** A run is queued or in progress. */
export const isBusy = ({ status }: Pick<DataSource, 'status'>) =>
  status === 'queued' || status === 'fetching' || status === 'indexing'

/** Needs attention: failed, or out of date. */
export const isInTrouble = ({ status }: Pick<DataSource, 'status'>) =>
  status === 'failed' || status === 'stale'
