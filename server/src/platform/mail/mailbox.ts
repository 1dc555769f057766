import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mail } from './mail.ts'

export interface StoredMail extends Mail {
  at: string
}
/** Emails of an installation without SMTP, as files in the data folder. Readable from the same machine only. */
export interface Mailbox {
  put(mail: Mail): Promise<void>
  /** Newest first, at most 100. */
  list(): Promise<StoredMail[]>
  /** Deletes the emails about any of these. */
  deleteAbout(ids: readonly string[]): Promise<void>
}

export function createMailbox(data_dir: string, now: () => number): Mailbox {
  const folder = path.join(data_dir, 'mailbox')
  const listNames = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name))
  // Only `put` writes it.
  const read = async (name: string) =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8')) as StoredMail
  return {
    async put(mail) {
      await mkdir(folder, { recursive: true })
      const storedMail: StoredMail = { ...mail, at: new Date(now()).toISOString() }
      const name = `${storedMail.at.replace(/[:.]/g, '-')}_${mail.message_id}.json`
      await writeFile(path.join(folder, `.${name}`), JSON.stringify(storedMail), { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
    },
    async list() {
      const newest = (await listNames()).sort().reverse().slice(0, 100)
      return Promise.all(newest.map(read))
    },
    async deleteAbout(ids) {
      for (const name of await listNames()) {
        const { about = [] } = await read(name)
        if (about.some((id) => ids.includes(id))) await rm(path.join(folder, name), { force: true })
      }
    },
  }
}
