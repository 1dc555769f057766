import type { Handshake, ToHost, ToPanel } from '../host-messages.ts'

/** Time limit for the panel's answer to the handshake. */
const answer_ms = 2_000

interface FrameOptions {
  host: HTMLElement
  url: URL
  title: string
  /** Evaluated at the handshake. */
  handshake: () => Handshake
  onMessage: (message: ToHost) => void
}

/**
 * The panel's frame on our origin. Each load gets a handshake with a new port, addressed to exactly that
 * origin; messages are queued in the port until the panel is ready.
 */
export function createFrame({ host, url, title, handshake, onMessage }: FrameOptions) {
  let frame: HTMLIFrameElement | undefined
  let port: MessagePort | undefined
  let isReady = false
  let greeted_at_ms = 0

  function greet() {
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }: MessageEvent<ToHost>) => {
      if (data.type === 'ready') isReady = true
      onMessage(data)
    }
    greeted_at_ms = performance.now()
    frame?.contentWindow?.postMessage(handshake(), url.origin, [channel.port2])
  }
  function unmount() {
    port?.close()
    frame?.remove()
    port = frame = undefined
    isReady = false
  }
  return {
    mount() {
      if (frame) return
      frame = document.createElement('iframe')
      frame.title = title
      frame.allow = 'clipboard-write'
      frame.src = url.href
      frame.addEventListener('load', greet)
      host.append(frame)
    },
    unmount,
    /** Loaded, but the panel didn't answer: the server was unavailable, so the next opening tries again. */
    hasFailed: () => port !== undefined && !isReady && performance.now() - greeted_at_ms > answer_ms,
    isReady: () => isReady,
    focus: () => frame?.focus(),
    /** Before the handshake there is no need: it contains the current state. */
    post: (message: ToPanel) => port?.postMessage(message),
  }
}
