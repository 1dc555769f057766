import type { Mode } from '../composer/drafts.ts'

/*
 * The list opens a conversation to write in it, which mounts later. What is to be written waits here until then.
 */

let wanted: { id: string; mode: Mode } | undefined

/** The conversation that opens next begins with the cursor where a reply or a note is written. */
export function openToWrite(id: string, mode: Mode) {
  wanted = { id, mode }
}
/** @returns what is to be written in this conversation, once */
export function takeWriting(id: string): Mode | undefined {
  const mode = wanted?.id === id ? wanted.mode : undefined
  wanted = undefined
  return mode
}
