import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listMessages, Problem, sendVisitorMessage } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { freePort } from '../../tools/free-port.ts'
import { newOwner, newVisitor } from './chaos/caller.ts'
import { originOf, startServer } from './chaos/server-process.ts'
import { unpackTemplate } from './template.ts'

/** A disk of its own for one process, small enough to fill; where the system lets one have that. */
const onSmallDisk = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
const mountAndBecome = 'mount -t tmpfs -o size=200m none "$1" && cp -r "$0/." "$1" && shift && exec "$@"'
const isPossible =
  spawnSync(onSmallDisk[0] ?? '', [...onSmallDisk.slice(1), 'mount -t tmpfs none /mnt']).status === 0

test.runIf(isPossible)(
  '507 REL-27 a full disk is reported, leaves nothing half done, doesn’t prevent reading, and recovers',
  { timeout: 120_000 },
  async () => {
    const template = mkdtempSync(path.join(tmpdir(), 'ozvi-full-'))
    const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-full-'))
    await unpackTemplate(template)
    const place = { data_dir, port: await freePort(), realtime_port: await freePort() }
    const server = startServer(place, {
      environment: { SITE_WIDGET_KEY: 'off', LOG_LEVEL: 'silent' },
      through: [...onSmallDisk, mountAndBecome, template, data_dir],
    })
    try {
      await server.ready()
      // What the process sees there, seen from outside.
      const disk = `/proc/${server.child.pid}/root${data_dir}`
      const owner = await newOwner({ ...place, data_dir: disk }, 'owner')
      const { caller, conversation_id, integration_id } = await newVisitor(place, owner)
      const acked: string[] = []
      async function say(body: string): Promise<string> {
        const message = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' } as const
        try {
          acked.push((await caller.call(sendVisitorMessage, message)).id)
          return 'taken'
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem
          return `${problem.code} ${problem.retry_after_s}: ${problem.message}`
        }
      }
      const storedBodies = async () =>
        (await owner.caller.call(listMessages, { integration_id, conversation_id, limit: 200 })).filter(
          ({ author }) => author === 'contact',
        )
      async function upload(bytes: number) {
        const form = new FormData()
        form.set('id', crypto.randomUUID())
        form.set('file', new Blob(['a'.repeat(bytes)], { type: 'text/plain' }), 'notes.txt')
        const to = `${originOf(place)}/api/visitor/file`
        return (await fetch(to, { method: 'POST', headers: caller.headers, body: form })).status
      }
      /** Files that are kept, and those on their way. */
      const files = () =>
        readdirSync(path.join(disk, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
          each.isFile(),
        ).length
      expect([await say('Hello?'), await upload(1_000)]).toEqual(['taken', 200])
      const kept = files()

      const ballast = openSync(path.join(disk, 'ballast'), 'w')
      const free = () => {
        const { bavail, bsize } = statfsSync(disk)
        return bavail * bsize
      }
      // Nearly full: messages still have room, files do not take it.
      while (free() > 15 << 20) writeSync(ballast, Buffer.alloc(1 << 20))
      expect([await upload(1_000), await say('Still here?'), files()]).toEqual([507, 'taken', kept])
      for (const piece of [1 << 20, 1 << 9])
        try {
          for (;;) writeSync(ballast, Buffer.alloc(piece))
        } catch {
          // full
        }
      closeSync(ballast)
      const long = 'All of this has to go somewhere. '.repeat(200)
      let answer = 'taken'
      for (let n = 0; n < 100 && answer === 'taken'; n++) answer = await say(long)
      expect(answer).toBe(
        'storage_full 30: The server is out of storage, so nothing was saved. Try again later.',
      )
      expect([await upload(500_000), files()]).toEqual([507, kept])
      expect((await storedBodies()).map(({ id }) => id)).toEqual(acked)
      expect((await fetch(`${originOf(place)}/health/ready`)).status).toBe(200)

      rmSync(path.join(disk, 'ballast'))
      await expect.poll(() => say('And now?')).toBe('taken')
      expect(await upload(500_000)).toBe(200)
      const after = await storedBodies()
      expect(after.map(({ id }) => id)).toEqual(acked)
      expect(after.map(({ seq }) => seq)).toEqual(after.map(({ seq }) => seq).toSorted((a, b) => a - b))
      expect(await server.stop()).toBe(0)
    } finally {
      await server.kill().catch(() => undefined)
      for (const dir of [template, data_dir]) rmSync(dir, { recursive: true, force: true })
    }
  },
)
