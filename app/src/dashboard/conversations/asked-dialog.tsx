import type { InboxRow } from '@ozvi/contract'
import { MergeDialog } from './merge-dialog.tsx'

/** What can be asked for of a conversation that needs a dialog; fetched with the first of them. */
export type Asked = 'merge'

export function AskedDialog({ row, onClose }: { asked: Asked; row: InboxRow; onClose: () => void }) {
  return <MergeDialog row={row} onClose={onClose} />
}
