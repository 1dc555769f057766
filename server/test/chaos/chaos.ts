import { setTimeout as sleep } from 'node:timers/promises'
import { createParticipants, type Participants } from './participants.ts'
import { trueNow } from './clock.ts'
import type { Fault } from './fault.ts'
import { readTables, type Tables } from './dump.ts'
import { watchOutbox } from './outbox-watch.ts'
import * as oracle from './oracle.ts'
import { checkRepeats, drainTraffic } from './drain.ts'
import { makeNode, type Node, type TestEnvironment, type Environment, until } from './environment.ts'

export interface ChaosOptions extends Environment {
  /** The faults, in order. */
  plan: readonly Fault[]
  random?: () => number
  owners?: number
  visitors_each?: number
  pause_ms_max?: number
  sockets?: number
  isLong?: boolean
  /** Called after every round. */
  onRound?: (round: Round) => void
}

/** One fault and its outcome. */
export interface Round {
  fault: Fault
  /** Messages acknowledged during the fault. */
  acknowledged: number
  /** From the fault's end until all clients were live, had all messages acknowledged by then, and had sent more. */
  recovery_ms: number
  breaches: oracle.Breach[]
}
export interface Outcome {
  rounds: Round[]
  /** Violated guarantees, found after all clients had finished. */
  final: oracle.Breach[]
  notes: Map<string, { unit: string; figures: number[] }>
  sent: number
  acknowledged: number
  /** Attempts with an unknown outcome. */
  unclear: number
  /** Neither acknowledged nor retried: stored or not. */
  deserted: { stored: number; lost: number }
  /** Rows of the message table, including automatic messages. */
  messages: number
  /** How entries reached the receivers: as events, repeated events, after a gap, or by loading. */
  received: { threads: number; applied: number; known: number; gaps: number; read: number }
  /** Events that killed servers left unpublished; pairs of event and listener that could be checked. */
  outboxEvents: { left: number; judged: number }
  took_s: number
}

/** Time without faults between two faults. */
const calm_ms = 200
/** Unpublished events are published after 5 seconds by a task that runs every 2. */
const sweep_ms = 8_000

/**
 * Runs the real product while people send and receive, causes one fault after the other, and checks after each that
 * every guarantee holds.
 */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const { plan, random = Math.random, onRound = () => {}, nodes: count = 1 } = options
  const begun_at = performance.now()
  const nodes: Node[] = []
  const notes: Outcome['notes'] = new Map()
  const outboxWatch = watchOutbox()
  let breaches: oracle.Breach[] = []
  const broken: TestEnvironment['broken'] = (kind, what) => void breaches.push({ kind, what })
  const targets = () =>
    nodes
      .filter(({ isOpen }) => isOpen)
      .sort(() => random() - 0.5)
      .map(({ place }) => ({ host: 'localhost', port: place.port }))
  let participants: Participants | undefined

  try {
    for (let n = 0; n < count; n++) {
      const node = await makeNode(options, String(n), nodes[0] && `http://localhost:${nodes[0].place.port}`)
      nodes.push(node)
      await node.start().ready()
    }
    const [first] = nodes
    if (!first) throw new Error('There is no node')
    const people = (participants = await createParticipants(first.place, {
      owners: options.owners ?? 2,
      visitors_each: options.visitors_each ?? 4,
      pause_ms_max: options.pause_ms_max ?? 250,
      targets,
      onFault: (fault) => broken('other', fault),
    }))
    const environment: TestEnvironment = {
      ...options,
      nodes_running: nodes,
      targets,
      participants: people,
      outboxWatch,
      random,
      sockets: options.sockets ?? 2_000,
      isLong: options.isLong ?? false,
      broken,
      note(what, figure, unit) {
        const { figures } = notes.get(what) ?? { figures: [] }
        notes.set(what, { unit, figures: [...figures, figure] })
      },
    }
    if (!(await until(() => areLive(people)))) broken('other', 'not everybody got live')
    for (const sender of people.senders) sender.start()

    const rounds: Round[] = []
    for (const fault of plan) {
      await sleep(calm_ms)
      const before = oracle.acknowledged(people).length
      const over_at = (await fault.run(environment)) ?? performance.now()
      const acked = oracle.acknowledged(people)
      const goesOn = () => oracle.acknowledged(people).length > acked.length
      if (!(await until(() => goesOn() && areLive(people) && hold(people, acked))))
        broken('other', `after ${fault.name} not everybody came back`)
      const recovery_ms = performance.now() - over_at
      breaches.push(...(await oracle.checkFresh(people, acked)))
      for (const { server } of nodes) {
        const { exitCode, signalCode } = server.child
        if (exitCode !== null || signalCode !== null)
          broken('other', `a server ended by itself:\n${server.complaints()}`)
      }
      const round = { fault, acknowledged: acked.length - before, recovery_ms, breaches }
      rounds.push(round)
      onRound(round)
      breaches = []
    }

    if (!(await drainTraffic(people, until))) broken('lost', 'the receivers never caught up')
    breaches.push(...(await checkRepeats(people)))
    await until(() => trueNow() > outboxWatch.newest() + sweep_ms)
    const alive = outboxWatch.liveness(people)
    for (const { server } of nodes) {
      const exit_code = await server.stop()
      if (exit_code !== 0)
        broken('other', `a server asked to stop ended with ${exit_code}:\n${server.complaints()}`)
    }
    await people.close()
    const tables = await readTables(options)
    breaches.push(
      ...outboxWatch.look(tables, alive),
      ...oracle.checkAcknowledged(oracle.acknowledged(people), tables),
      ...oracle.checkNumbers(tables),
      ...oracle.checkExtras(people, tables),
      ...oracle.checkReceivers(people, tables),
    )
    if (tables.outbox.length > 0) broken('lost', `${tables.outbox.length} events were never published`)
    const took_s = (performance.now() - begun_at) / 1_000
    return {
      rounds,
      final: breaches,
      notes,
      ...sums(people, tables),
      outboxEvents: outboxWatch.counts,
      took_s,
    }
  } finally {
    await participants?.close()
    for (const node of nodes) {
      await node.server.kill()
      await node.database?.close()
      await node.redis?.close()
    }
  }
}

const areLive = ({ lines }: Participants) => lines.every((line) => line.isLive())

/** Whether every receiver has all acknowledged messages. */
function hold({ held: views }: Participants, acked: ReturnType<typeof oracle.acknowledged>): boolean {
  const last = new Map<string, number>()
  for (const { conversation_id, seq = 0 } of acked)
    last.set(conversation_id, Math.max(seq, last.get(conversation_id) ?? 0))
  return views.every(({ conversation_id, thread }) => thread.lastSeq() >= (last.get(conversation_id) ?? 0))
}

function sums({ senders, held: views }: Participants, { messages }: Tables) {
  const sent = senders.flatMap((sender) => sender.sent)
  const storedIds = new Set(messages.map(({ id }) => id))
  const unacked = sent.filter(({ seq }) => seq === undefined)
  const count = (name: 'applied' | 'known' | 'gaps' | 'read') =>
    views.reduce((sum, { thread }) => sum + thread.counts[name], 0)
  return {
    sent: sent.length,
    acknowledged: sent.length - unacked.length,
    unclear: sent.reduce((sum, { unclear }) => sum + unclear, 0),
    deserted: {
      stored: unacked.filter(({ id }) => storedIds.has(id)).length,
      lost: unacked.filter(({ id }) => !storedIds.has(id)).length,
    },
    messages: messages.length,
    received: {
      threads: views.length,
      applied: count('applied'),
      known: count('known'),
      gaps: count('gaps'),
      read: count('read'),
    },
  }
}
