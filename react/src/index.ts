'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { commands, listen, type OzviCommands, type OzviEvents, type OzviIdentity } from './commands.ts'
import { mount, type OzviScript } from './script.ts'

export type { OzviCommands, OzviEvents, OzviIdentity } from './commands.ts'

export interface OzviChatProps extends OzviScript {
  /** Sent when it changes. */
  identity?: OzviIdentity | undefined
  onReady?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  onUnread?: ((count: number) => void) | undefined
  onIdentified?: (() => void) | undefined
  onIdentifyFailed?: ((failure: OzviEvents['identify_failed']) => void) | undefined
}

/**
 * Adds the chat to the page; renders nothing. The script tag is added once, however often this is mounted, and its
 * attributes are those of the first mount. The last unmount shuts the chat down.
 */
export function OzviChat(props: OzviChatProps): null {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    followState()
    return mount(latest.current)
  }, [])
  useEffect(() => {
    const stops = [
      listen('ready', () => latest.current.onReady?.()),
      listen('open', () => latest.current.onOpen?.()),
      listen('close', () => latest.current.onClose?.()),
      listen('unread', (count) => latest.current.onUnread?.(count)),
      listen('identified', () => latest.current.onIdentified?.()),
      listen('identify_failed', (failure) => latest.current.onIdentifyFailed?.(failure)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const identity = JSON.stringify(props.identity)
  useEffect(() => {
    // Written by this component.
    if (identity) commands.identify(JSON.parse(identity) as OzviIdentity)
  }, [identity])
  return null
}

export interface OzviState {
  /** Whether the chat’s button is on the page. */
  isReady: boolean
  /** Number of unread messages; null until the chat reports a change on this page. */
  unread: number | null
}
const initial: OzviState = { isReady: false, unread: null }
let state = initial
let isListening = false
const listeners = new Set<() => void>()
function change(part: Partial<OzviState>) {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}
/** Listens from the first mount on: the chat doesn't repeat its events for components that are mounted later. */
function followState() {
  if (isListening) return
  isListening = true
  listen('ready', () => change({ isReady: true }))
  listen('unread', (unread) => change({ unread }))
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  followState()
  return () => void listeners.delete(listener)
}

/** The state of the chat and its commands, in any component. */
export function useOzvi(): OzviState & OzviCommands {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => initial,
  )
  return { ...current, ...commands }
}
