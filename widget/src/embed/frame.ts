import type { Hello, ToHost, ToPanel } from '../host-messages.ts'

/** The panel answers a greeting within this time, or it is not there. */
const answer_ms = 2_000

interface FrameOptions {
  place: HTMLElement
  url: URL
  title: string
  /** Asked at the moment of the greeting. */
  hello: () => Hello
  onMessage: (message: ToHost) => void
}

/**
 * The panel's frame on our origin. Each load is greeted with a fresh port, addressed to exactly that
 * origin; until the panel says it is ready, messages wait in the port.
 */
export function createFrame({ place, url, title, hello, onMessage }: FrameOptions) {
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
    frame?.contentWindow?.postMessage(hello(), url.origin, [channel.port2])
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
      place.append(frame)
    },
    unmount,
    /** Loaded without a word from the panel: the server was away, so the next opening tries anew. */
    hasFailed: () => port !== undefined && !isReady && performance.now() - greeted_at_ms > answer_ms,
    isReady: () => isReady,
    focus: () => frame?.focus(),
    /** Before the greeting there is no need: it says how things stand. */
    post: (message: ToPanel) => port?.postMessage(message),
  }
}
