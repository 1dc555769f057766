import { createPusher, type PusherAuth } from '@ozvi/wire/pusher'

/** Many tabs of one visitor, on the visitor's channel. */
export function openSwarm(options: {
  count: number
  /** Authorizes a socket for the channel. */
  sign: (socket_id: string, channel: string) => Promise<PusherAuth | null>
  key: string
  channel: string
  port: number
}) {
  const { sign, key, channel, port } = options
  let question = 0
  let failed = 0
  let lost_at: (number | undefined)[] = []
  const away_ms: number[] = []
  const live = new Set<number>()
  const tabs = Array.from({ length: options.count }, (_, n) => {
    const tab = createPusher({
      address: { key, scheme: 'http', host: 'localhost', port },
      async authorize(socket_id, name) {
        question++
        try {
          return await sign(socket_id, name)
        } catch (error) {
          failed++
          throw error
        }
      },
      onState(state) {
        if (state === 'connected' || !live.delete(n)) return
        lost_at[n] = performance.now()
      },
    })
    tab.subscribe(channel, {
      live() {
        live.add(n)
        const lost = lost_at[n]
        if (lost !== undefined) away_ms.push(performance.now() - lost)
        lost_at[n] = undefined
      },
      received() {},
    })
    tab.connect()
    return tab
  })
  return {
    areLive: () => live.size === tabs.length,
    live: () => live.size,
    /** How long each lost connection was away since the last call, in ms. */
    takeAway: () => away_ms.splice(0),
    /** Share of failed authorizations. */
    failures: () => failed / Math.max(1, question),
    close() {
      lost_at = []
      for (const tab of tabs) tab.disconnect()
    },
  }
}
