import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemoryNode } from './test/memory-nodes.ts'
import { calmSteps, people, steps, World } from './test/memory-world.ts'

const sorted = (members: Iterable<[string, unknown]>) =>
  Object.fromEntries([...members].toSorted(([a], [b]) => (a < b ? -1 : 1)))
const rosterOf = ({ realtime }: MemoryNode, room: string) =>
  sorted(realtime.members(room).map(({ user_id, user_info }) => [user_id, user_info]))

/** A page knows what its node knows. */
function expectPagesToAgreeWithTheirNodes({ places }: World) {
  for (const node of places)
    for (const { members } of [...node.clients].filter(({ is_closed }) => !is_closed))
      for (const [room, known] of members) expect(sorted(known)).toEqual(rosterOf(node, room))
}

function expectTruthEverywhere({ places, present, truth }: World) {
  for (const node of places) {
    expect(
      truth.rooms.map(({ room }) => ({
        room,
        count: node.realtime.subscriptionCount(room),
        ids: Object.keys(rosterOf(node, room)),
      })),
    ).toEqual(truth.rooms)
    for (const { room, count } of truth.rooms) {
      expect(node.realtime.occupied(room)).toBe(count > 0)
      expect(rosterOf(node, room)).toEqual(rosterOf(places[0] ?? node, room))
    }
  }
  for (const { client, rooms } of present) {
    const expected = truth.rooms.filter(({ room }) => rooms.has(room))
    expect(expected.map(({ room }) => room).toSorted()).toEqual([...client.channels.keys()].toSorted())
    for (const { room, ids, count } of expected) {
      expect([...(client.members.get(room)?.keys() ?? [])].toSorted()).toEqual(ids)
      // Presence channels have no subscription counts.
      expect(client.channels.get(room)).toBe(room === 'open' ? count : 0)
    }
    expect(people.filter((id) => client.online.get(id))).toEqual(truth.online)
  }
}

let last: Promise<void> = Promise.resolve()
/** One world at a time, since they share the clock: an aborted run ends before the next starts. */
function inWorld(action: (world: World) => Promise<void>) {
  const run = async () => {
    const world = await World.begin()
    try {
      await action(world)
    } finally {
      await world.nodes.close()
    }
  }
  return (last = last.then(run, run))
}

/** As many runs as a busy machine completes in the time limit. */
const runs = (numRuns: number, seed: number) => ({ numRuns, seed, interruptAfterTimeLimit: 8_000 })

test('REL-16 nodes and pages agree on presence after cuts, losses, delays and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (plan) =>
      inWorld(async (world) => {
        for (const step of plan) {
          await world.step(step)
          await world.nodes.settle()
          expectPagesToAgreeWithTheirNodes(world)
        }
        await world.heal()
        expectTruthEverywhere(world)
        expectPagesToAgreeWithTheirNodes(world)
      }),
    ),
    runs(50, 20_260),
  )
})

test('exactly one of several nodes notifies its listeners', async () => {
  await fc.assert(
    fc.asyncProperty(calmSteps, (plan) =>
      inWorld(async (world) => {
        for (const step of plan) {
          await world.step(step)
          await world.nodes.settle()
        }
        await world.nodes.pass(4_000)
        expectTruthEverywhere(world)
        const known = new Set<string>()
        for (const event of world.nodes.events) {
          const [sign, what] = [event[0], event.slice(1)]
          expect(known.has(what), event).toBe(sign === '-')
          if (sign === '+') known.add(what)
          else known.delete(what)
        }
        const there = world.truth.rooms.flatMap(({ room, count, ids }) =>
          count > 0 ? [room, ...ids.map((id) => `${room} ${id}`)] : [],
        )
        expect([...known].toSorted()).toEqual(there.toSorted())
      }),
    ),
    runs(25, 20_261),
  )
})
