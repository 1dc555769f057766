import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Mail {
  message_id: string
  to: string
  subject: string
  text: string
  html: string
  /** Ends mails of this kind by one POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}
export interface StoredMail extends Mail {
  at: string
}
/** Mails of an installation without SMTP, as files in the data folder; only their own machine may read them. */
export interface Mailbox {
  put(mail: Mail): Promise<void>
  /** Newest first, at most 100. */
  list(): Promise<StoredMail[]>
}

export function createMailbox(data_dir: string, now: () => number): Mailbox {
  const folder = path.join(data_dir, 'mailbox')
  return {
    async put(mail) {
      await mkdir(folder, { recursive: true })
      const stored: StoredMail = { ...mail, at: new Date(now()).toISOString() }
      const name = `${stored.at.replace(/[:.]/g, '-')}_${mail.message_id}.json`
      await writeFile(path.join(folder, `.${name}`), JSON.stringify(stored), { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name))
      const newest = names.sort().reverse().slice(0, 100)
      const files = await Promise.all(newest.map((name) => readFile(path.join(folder, name), 'utf8')))
      // Written by `put` alone.
      return files.map((file) => JSON.parse(file) as StoredMail)
    },
  }
}
