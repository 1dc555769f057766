import fc from 'fast-check'
import type { MemoryClient } from './memory-client.ts'
import { type MemoryNode, MemoryNodes } from './memory-nodes.ts'

const places = 3
export const people = ['ada', 'bob', 'eve']
const rooms = ['presence-a', 'presence-b', 'open']

/** A simulated page that remembers its desired subscriptions. */
interface Page {
  user_id: string
  user_info: unknown
  rooms: Set<string>
  client: MemoryClient | undefined
}

const nth = fc.nat({ max: 7 })
const place = fc.nat({ max: places - 1 })
const calm = [
  fc.record({ does: fc.constant('join' as const), page: nth, room: fc.constantFrom(...rooms) }),
  fc.record({ does: fc.constant('leave' as const), page: nth, room: fc.constantFrom(...rooms) }),
  fc.record({ does: fc.constant('lose' as const), page: nth }),
  fc.record({ does: fc.constant('return' as const), page: nth, place }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(250, 1_000, 4_000) }),
]
const faults = [
  fc.record({ does: fc.constant('kill' as const), place }),
  fc.record({ does: fc.constant('stop' as const), place }),
  fc.record({ does: fc.constant('cut' as const), place }),
  fc.record({ does: fc.constant('heal' as const), place }),
  fc.record({ does: fc.constant('freeze' as const), place }),
  fc.record({ does: fc.constant('thaw' as const), place }),
  fc.record({ does: fc.constant('deafen' as const), place, to: place }),
  fc.record({ does: fc.constant('drop' as const), every: fc.integer({ min: 2, max: 5 }) }),
  fc.record({ does: fc.constant('carry' as const), delay_ms: fc.constantFrom(0, 20) }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.constant(14_000) }),
]
export const calmSteps = fc.array(fc.oneof(...calm), { minLength: 5, maxLength: 40 })
export const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.oneof(...calm) }, { weight: 2, arbitrary: fc.oneof(...faults) }),
  { minLength: 5, maxLength: 50 },
)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** Nodes, pages and the faults that happen to them. */
export class World {
  readonly nodes = new MemoryNodes()
  readonly places: MemoryNode[] = []
  readonly pages: Page[] = []

  static async begin() {
    const world = new World()
    for (let n = 0; n < places; n++) world.places.push(world.nodes.start())
    await world.nodes.settle()
    for (let n = 0; n < 8; n++) {
      const user_id = people[n % people.length] ?? ''
      const page: Page = {
        user_id,
        user_info: { n: n % 4 },
        rooms: new Set(['presence-a', 'open']),
        client: undefined,
      }
      world.pages.push(page)
      await world.#connect(page, Math.floor(n / people.length))
    }
    return world
  }

  #at(place: number) {
    const node = this.places[place % places]
    if (!node) throw new Error('no such place')
    return node
  }

  async #connect(page: Page, place: number) {
    const { user_id } = page
    const node = this.#at(place)
    const client = (page.client = await this.nodes.connect(node))
    client.signIn(node.realtime.signUser(client.id, { id: user_id, watchlist: people }))
    for (const room of page.rooms) this.#join(page, room)
  }

  #join({ client, user_id, user_info }: Page, room: string) {
    client?.join(room, room === 'open' ? undefined : { user_id, user_info })
  }

  async step(step: Step) {
    const { hub } = this.nodes
    switch (step.does) {
      case 'wait':
        return this.nodes.pass(step.ms)
      case 'kill':
      case 'stop':
        await this.nodes.stop(this.#at(step.place), step.does === 'kill')
        this.places[step.place] = this.nodes.start()
        return
      case 'cut':
        return this.#at(step.place).connection.cut()
      case 'heal':
        return this.#at(step.place).connection.heal()
      case 'freeze':
        return this.#at(step.place).connection.freeze()
      case 'thaw':
        return this.#at(step.place).connection.thaw()
      case 'deafen': {
        const [deaf, unheard] = [this.#at(step.to).connection, this.#at(step.place).connection]
        hub.loses = (from, to) => from === unheard && to === deaf && from !== to
        return
      }
      case 'drop': {
        let n = 0
        hub.loses = (from, to) => from !== to && ++n % step.every === 0
        return
      }
      case 'carry':
        hub.loses = () => false
        hub.delays = () => step.delay_ms
        return
      default:
        return this.#run(step)
    }
  }

  async #run(step: Extract<Step, { page: number }>) {
    const page = this.pages[step.page]
    if (!page) return
    if (page.client?.is_closed) page.client = undefined
    const { client } = page
    switch (step.does) {
      case 'join':
        if (client && !page.rooms.has(step.room)) this.#join(page, step.room)
        return void page.rooms.add(step.room)
      case 'leave':
        if (page.rooms.delete(step.room)) client?.leave(step.room)
        return
      case 'lose':
        return client?.drop()
      case 'return':
        if (!client) await this.#connect(page, step.place)
    }
  }

  /** Removes all faults. */
  async heal() {
    this.nodes.hub.loses = () => false
    for (const { connection } of this.places) {
      connection.thaw()
      connection.heal()
    }
    await this.nodes.pass(1_000)
    this.nodes.hub.delays = () => 0
    await this.nodes.pass(15_000)
  }

  /** The connected pages. */
  get present() {
    return this.pages.flatMap(({ client, ...page }) =>
      client && !client.is_closed ? [{ ...page, client }] : [],
    )
  }

  /** Each page's view of each room. */
  get truth() {
    const { present } = this
    const on = (room: string) => present.filter((page) => page.rooms.has(room))
    return {
      rooms: rooms.map((room) => ({
        room,
        count: on(room).length,
        ids: room === 'open' ? [] : [...new Set(on(room).map(({ user_id }) => user_id))].toSorted(),
      })),
      online: people.filter((id) => present.some(({ user_id }) => user_id === id)),
    }
  }
}
