import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { commonPasswords } from './common-passwords.ts'

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const memory_kib = 19_456
const passes = 2
const tagBytes = 32
/** Each hash takes 19 MiB and a core: the rest wait. */
const atOnce = 4

const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
// Builds of Node before 24.7 lack argon2; their scrypt hashes are replaced at the next sign-in elsewhere.
const hasArgon2 = typeof crypto.argon2 === 'function'
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)
const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

let running = 0
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function argon2(password: string, salt: Buffer): Promise<Buffer> {
  const parameters = {
    message: password,
    nonce: salt,
    parallelism: 1,
    tagLength: tagBytes,
    memory: memory_kib,
    passes,
  }
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** @returns a PHC string: algorithm, cost and salt stand in it */
export function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(16)
  return inTurn(async () =>
    hasArgon2
      ? `$argon2id$v=19$m=${memory_kib},t=${passes},p=1$${b64(salt)}$${b64(await argon2(password, salt))}`
      : `$scrypt$${b64(salt)}$${b64(await scrypt(password, salt, tagBytes, scryptCost))}`,
  )
}

/** What is stored for an account whose password is void: it has the form of a hash, and no password matches it. */
export function unusablePassword(): string {
  const algorithm = hasArgon2 ? `argon2id$v=19$m=${memory_kib},t=${passes},p=1` : 'scrypt'
  return `$${algorithm}$${b64(crypto.randomBytes(16))}$${b64(crypto.randomBytes(tagBytes))}`
}

/** A real hash of nothing anybody knows: an unknown address costs as much time as a wrong password. */
const dummy = hashPassword(crypto.randomBytes(16).toString('hex'))

/** @param hash null for an account that does not exist */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = (hash ?? (await dummy)).split('$')
  const salt = Buffer.from(parts.at(-2) ?? '', 'base64')
  const expected = Buffer.from(parts.at(-1) ?? '', 'base64')
  const isScrypt = parts[1] === 'scrypt'
  const actual = await inTurn(() =>
    isScrypt ? scrypt(password, salt, tagBytes, scryptCost) : argon2(password, salt),
  )
  return hash !== null && actual.length === expected.length && crypto.timingSafeEqual(actual, expected)
}

export const needsRehash = (hash: string): boolean =>
  hasArgon2 && !hash.startsWith(`$argon2id$v=19$m=${memory_kib},t=${passes},p=1$`)

/** The refusal code for a password that is too easy, or nothing. Its length is the schema's matter. */
export function weakness(
  password: string,
  email: string,
): 'password_common' | 'password_is_email' | undefined {
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase() || plain === email.split('@')[0]?.toLowerCase())
    return 'password_is_email'
  return commonPasswords.has(plain) || new Set(plain).size === 1 ? 'password_common' : undefined
}
