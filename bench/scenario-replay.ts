import { getScenarioReplay, saveScenario, startScenarioReplay } from '@ozvi/contract'
import { scenarioTemplates } from '@ozvi/contract/scenario-templates'
import { setTimeout as sleep } from 'node:timers/promises'
import { newOwner } from '../server/test/chaos/caller.ts'
import { startServer } from '../server/test/chaos/server-process.ts'
import { log } from '../server/test/template.ts'
import { connectDatabase } from '../server/src/platform/database/index.ts'
import { fillConversations, messagesEach } from './many-conversations.ts'
import { type Row, row } from './report.ts'
import { databases, withTempDatabase } from './temp-database.ts'

const conversations = 1_000
/** Two of a hundred are spam and aren't replayed. */
const spam = 30
const poll_ms = 200

/** A replay as a member starts it: the request, the job, and its results in the database. */
export async function replay(): Promise<Row[]> {
  const rows: Row[] = []
  const [template] = scenarioTemplates
  if (!template) throw new Error('There are no templates')
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async (place) => {
      const first = startServer(place)
      await first.ready()
      const { caller, integration } = await newOwner(place, 'owner')
      const { id: integration_id } = integration
      const of = { integration_id, scenario_id: crypto.randomUUID() }
      const flow = { ...template.flow.en, trigger: { kind: 'conversation_started' as const, page: '' } }
      await caller.call(saveScenario, { ...of, name: 'Replay', flow })
      await first.stop()
      const { data_dir, database_url } = place
      const database = await connectDatabase({ database_url, data_dir, log })
      await fillConversations(database, { integration_id, from: 0, conversations: conversations + spam })
      await database.close()

      const server = startServer(place)
      await server.ready()
      const started_at = performance.now()
      await caller.call(startScenarioReplay, { ...of, conversations })
      for (;;) {
        const now = await caller.call(getScenarioReplay, of)
        if (now?.status === 'done') {
          const seconds = (performance.now() - started_at) / 1_000
          const note = `${now.started} started, ${messagesEach} messages each; target 10 s`
          rows.push(row(`Replay of ${now.total} conversations, ${name}`, `${seconds.toFixed(2)} s`, note))
          break
        }
        await sleep(poll_ms)
      }
      await server.stop()
    })
  return rows
}
