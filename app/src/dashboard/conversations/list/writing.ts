import type { Mode } from '../composer/drafts.ts'

/* The list opens a conversation to write in, whose composer mounts later. The mode waits here. */

let requested: { id: string; mode: Mode } | undefined

/** The next opened conversation focuses its composer in this mode. */
export function openToWrite(id: string, mode: Mode) {
  requested = { id, mode }
}
/** @returns the mode requested for this conversation, once */
export function consumeWriting(id: string): Mode | undefined {
  const mode = requested?.id === id ? requested.mode : undefined
  requested = undefined
  return mode
}
