import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testDatabase } from '../database.ts'
import { unpackTemplate } from '../template.ts'
import { Caller } from './caller.ts'
import { freePort } from '../../../tools/free-port.ts'
import { originOf, startServer } from './server-process.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-stop-'))
const database = await testDatabase()
if (!database.url) await unpackTemplate(data_dir)
const place = {
  data_dir,
  database_url: database.url,
  port: await freePort(),
  realtime_port: await freePort(),
}
const origin = originOf(place)
/** Prerendering isn't needed here. */
const options = { environment: { SITE_WIDGET_KEY: 'off' } }
afterAll(async () => {
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const health = async (name: 'live' | 'ready') => {
  const reply = await fetch(`${origin}/health/${name}`)
  // Written by the route.
  return [reply.status, ((await reply.json()) as { status: string }).status]
}
/** Resolves with the close code of the server. */
async function openSocket(): Promise<{ ended: Promise<number> }> {
  const { realtime } = JSON.parse(readFileSync(path.join(data_dir, 'keys.json'), 'utf8'))
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/app/${realtime.app_key}?protocol=7`)
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject))
  return { ended }
}
const eva = { name: 'Eva', email: 'eva@example.com', password: 'correct horse battery' }

test('REL-11 REL-32 a shutdown ends readiness, finishes running requests, closes sockets for reconnection and loses nothing', async () => {
  const server = startServer(place, options)
  await server.ready()
  expect([await health('live'), await health('ready')]).toEqual([
    [200, 'ok'],
    [200, 'ok'],
  ])
  const sockets = await Promise.all(Array.from({ length: 20 }, openSocket))
  const reply = await fetch(`${origin}/api/csrf-token`)
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const body = JSON.stringify(eva)
  const underWay = request(`${origin}/api/auth/sign-up`, {
    method: 'POST',
    headers: {
      cookie,
      'x-xsrf-token': decodeURIComponent(cookie.split('=')[1] ?? ''),
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    underWay.once('error', reject).once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  await new Promise<unknown>((resolve) => underWay.write(body.slice(0, 20), resolve))

  // Like the connections that browsers open in advance.
  const silent = connect(place.port, 'localhost')
  await once(silent, 'connect')

  const exited = server.stop()
  await expect.poll(() => health('ready')).toEqual([503, 'draining'])
  expect(await health('live')).toEqual([200, 'ok'])
  underWay.end(body.slice(20))
  expect(await answered).toBe(200)
  const codes = await Promise.all(sockets.map(({ ended }) => ended))
  expect(new Set(codes)).toEqual(new Set([4200]))
  expect(await exited).toBe(0)

  const again = startServer(place, options)
  await again.ready()
  const signedIn = await new Caller(origin).request('POST', '/api/auth/sign-in', eva)
  expect(signedIn).toMatchObject({ status: 200, body: { data: { email: eva.email } } })
  expect(await again.stop()).toBe(0)
}, 120_000)
