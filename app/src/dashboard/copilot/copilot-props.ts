import type { InboxRow } from '@ozvi/contract'

export interface CopilotProps {
  row: InboxRow
  /** Text of the composer. */
  text: string
  isNote: boolean
  /** Replaces the text in the composer. */
  onText: (text: string) => void
  /** Adds text to the note to the team. */
  onNote: (text: string) => void
}
