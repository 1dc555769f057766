import type { Mode } from '../composer/drafts.ts'

/* The list opens a conversation to write in, whose composer mounts later. The mode waits here. */

let wanted: { id: string; mode: Mode } | undefined

/** The next opened conversation focuses its composer in this mode. */
export function openToWrite(id: string, mode: Mode) {
  wanted = { id, mode }
}
/** @returns the mode requested for this conversation, once */
export function takeWriting(id: string): Mode | undefined {
  const mode = wanted?.id === id ? wanted.mode : undefined
  wanted = undefined
  return mode
}
