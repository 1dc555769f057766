import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../tools/free-port.ts'
import { originOf, startServer } from '../chaos/server-process.ts'
import { unpackTemplate } from '../template.ts'
import type { Corpus } from './corpus.ts'
import { type Answers, feed } from './feed.ts'
import { type Pulse, startPulse } from './heartbeat.ts'
import { startSite } from './site.ts'

export interface Trial {
  answers: Answers
  pulse: Pulse
  took_s: number
  /** The longest time that the server's main thread was blocked, in CPU time. */
  longest_work_ms: number
}
const watch = path.join(import.meta.dirname, 'loop-watch.ts')

/** Sends a corpus to a new server while requesting `/health/live` continuously. */
export async function tryCorpus(corpus: Corpus): Promise<Trial> {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-hostile-'))
  await unpackTemplate(data_dir)
  const place = { data_dir, port: await freePort(), realtime_port: await freePort() }
  const site = await startSite(corpus.messages)
  const server = startServer(place, {
    environment: { EGRESS_ALLOW: site.host, SITE_WIDGET_KEY: 'off' },
    first: watch,
  })
  try {
    await server.ready()
    server.child.kill('SIGUSR2')
    const started_at = performance.now()
    const pulse = startPulse(`${originOf(place)}/health/live`)
    const answers = await feed(place, corpus, { host: site.host })
    const reply = await pulse.end()
    const [, since = ''] = readFileSync(path.join(data_dir, 'loop-watch.log'), 'utf8').split('begin\n')
    return {
      answers,
      pulse: reply,
      took_s: (performance.now() - started_at) / 1000,
      longest_work_ms: Math.max(0, ...since.split('\n').map(Number)),
    }
  } finally {
    await server.kill()
    site.close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
