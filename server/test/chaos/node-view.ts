import { readFileSync } from 'node:fs'
import path from 'node:path'
import { originOf, type ServerPlace } from './server-process.ts'

/** Metrics of a node. */
export interface Metrics {
  /** Buffered for peers that haven't read it. */
  buffered_bytes: number
  /** Connections closed because the client didn't read. */
  slow: number
  /** Event loop delay, 99th percentile since the process started. */
  loop_p99_ms: number
}

export async function readMetrics(place: ServerPlace): Promise<Metrics> {
  const text = await (await fetch(`${originOf(place)}/metrics`)).text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    )
  return {
    buffered_bytes: sum('realtime_buffered_bytes'),
    slow: sum('realtime_slow_closed_total'),
    loop_p99_ms: sum('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

/** The realtime application that an installation generated. */
export function secretsOf({ data_dir }: Pick<ServerPlace, 'data_dir'>) {
  // Written by the server at its first start.
  const { realtime } = JSON.parse(readFileSync(path.join(data_dir, 'keys.json'), 'utf8')) as {
    realtime: { app_id: string; app_key: string; app_secret: string }
  }
  return realtime
}
