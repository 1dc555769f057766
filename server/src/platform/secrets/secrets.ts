import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { type Config, ConfigError } from '../context/config.ts'

const Keys = z.object({
  master: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  realtime: z.object({ app_id: z.string(), app_key: z.string(), app_secret: z.string() }),
})
export interface Secrets {
  realtime: { id: string; key: string; secret: string }
  /**
   * A separate 32-byte key per purpose, so that one leaked key doesn't compromise the others (HKDF, RFC
   * 5869).
   */
  derive(purpose: string): Buffer
}

const generateKeys = () => ({
  master: randomBytes(32).toString('hex'),
  realtime: {
    app_id: String(randomBytes(4).readUInt32BE()),
    app_key: randomBytes(10).toString('hex'),
    app_secret: randomBytes(20).toString('hex'),
  },
})

/**
 * The keys of this installation: from the environment, otherwise from a file, by default `keys.json` in the
 * data folder, which is created at the first start (readable by its owner only).
 *
 * @throws ConfigError if the file exists but can't be read: new keys would make encrypted data unreadable
 */
export function loadSecrets(config: Config): Secrets {
  const file = config.keys_file
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, JSON.stringify(generateKeys(), null, 2), { mode: 0o600 })
    try {
      // If several nodes start together on one folder, the first one wins.
      linkSync(draft, file)
    } catch {
      // Another node was first, or the file system has no links.
      if (!existsSync(file)) renameSync(draft, file)
    }
    rmSync(draft, { force: true })
  }
  chmodSync(file, 0o600)
  let keys: z.infer<typeof Keys>
  try {
    keys = Keys.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new ConfigError(
      `${file} is damaged: restore it from a backup, or remove it to start with new keys`,
      { cause },
    )
  }
  const master = Buffer.from(config.app_secret ?? keys.master, 'hex')
  const { app_id, app_key, app_secret } = { ...keys.realtime, ...config.realtime }
  return {
    realtime: { id: app_id, key: app_key, secret: app_secret },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32)),
  }
}

/** 256 random bits for cookies, tokens and links. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Only the hash of a token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
