// @vitest-environment jsdom
import type PusherOfPage from 'pusher-js'
import { afterEach, expect, test, vi } from 'vitest'

/*
 * Messages of the realtime library itself. The app always passes a key and a cluster and uses sockets only,
 * so users never see them.
 */

// The file for browsers; the package's main file is the one for Node. It exports its class directly.
const { default: Pusher } = (await import(
  '../../../../node_modules/pusher-js/dist/web/pusher.js' as string
)) as {
  default: typeof PusherOfPage
}
const clients: PusherOfPage[] = []
const client = () => {
  const made = new Pusher('key', {
    cluster: 'none',
    wsHost: 'localhost',
    wsPort: 1,
    enabledTransports: ['ws'],
  })
  clients.push(made)
  return made
}
afterEach(() => {
  for (const made of clients.splice(0)) made.disconnect()
  vi.unstubAllGlobals()
})
/** The thrown message; the library also throws plain strings. */
function thrown(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

test('S5.04 S8.07 an app key and a cluster option are required', () => {
  // Without the required options.
  expect(thrown(() => new Pusher(undefined as never, { cluster: 'none' }))).toBe(
    'You must pass your app key when you instantiate Pusher.',
  )
  expect(thrown(() => new Pusher('key', {} as never))).toBe('Options object must provide a cluster')
})
test('S8.07 the library throws if the browser has no requests to other origins', () => {
  vi.stubGlobal('XMLHttpRequest', undefined)
  expect(thrown(() => Pusher.Runtime.createSocketRequest('POST', 'https://else.example/'))).toBe(
    'Cross-origin HTTP requests are not supported',
  )
})
test('S5.04 a channel’s name can’t start with #, and an encrypted channel needs an implementation', () => {
  expect(thrown(() => client().subscribe('#server-to-user-1'))).toMatch(
    /Cannot create a channel with name "#server-to-user-1"/,
  )
  expect(thrown(() => client().subscribe('private-encrypted-secret'))).toMatch(
    /no nacl implementation available/,
  )
})
