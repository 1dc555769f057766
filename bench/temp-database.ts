import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../tools/free-port.ts'
import type { ServerPlace } from '../server/test/chaos/server-process.ts'
import { onServer, siblingUrl } from '../server/test/postgres-server.ts'

/**
 * Runs `work` with an empty data folder and, given a server, an empty database there; both are deleted afterwards.
 */
export async function withTempDatabase<T>(
  server_url: string | undefined,
  work: (place: ServerPlace) => Promise<T>,
): Promise<T> {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-bench-'))
  const name = `ozvi_bench_${process.pid}_${Date.now()}`
  const place = { data_dir, port: await freePort(), realtime_port: await freePort() }
  try {
    if (!server_url) return await work(place)
    await onServer(server_url, `create database ${name}`)
    return await work({ ...place, database_url: siblingUrl(server_url, name) })
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
    if (server_url) await onServer(server_url, `drop database if exists ${name} with (force)`)
  }
}

/** The databases of the given parts: the embedded one, and a server's if there is one. */
export const databases = () => {
  const server_url = process.env['BENCH_DATABASE_URL']
  return [
    { name: 'embedded', server_url: undefined },
    ...(server_url ? [{ name: 'PostgreSQL', server_url }] : []),
  ]
}
