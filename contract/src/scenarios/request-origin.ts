import { placeholdersOf, renderTemplate, secretOf } from './placeholders.ts'

/*
 * Where a request goes, and what its headers show to everyone who can read the scenario.
 */

/** The host isn't taken from what a customer wrote. */
const start = /^(https?):\/\/([^\s/?#@{}]{1,253})(?:[/?#]|$)/i
const defaultPorts = { http: ':80', https: ':443' }
/** Scheme, host and port of a URL whose path may contain placeholders; undefined if it isn't absolute. */
export function originOf(url: string): string | undefined {
  const [, scheme, host] = start.exec(url) ?? []
  if (!scheme || !host) return undefined
  const port = defaultPorts[scheme.toLowerCase() === 'http' ? 'http' : 'https']
  const name = host.toLowerCase()
  return `${scheme.toLowerCase()}://${name.endsWith(port) ? name.slice(0, -port.length) : name}`
}

const secretNames = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'apikey',
  'authkey',
  'accesskey',
]
/** Whether headers of this name usually carry a key. */
const isForSecrets = (name: string) => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  return secretNames.some((part) => plain.includes(part))
}
/** Shorter texts, such as `Bearer`, are no keys. */
const keyCharsMin = 8
const keepNone = () => ''
/** Whether a header contains a key as text, which everyone who sees the scenario can read. */
export const showsSecret = ({ name, value }: { name: string; value: string }): boolean =>
  isForSecrets(name) &&
  renderTemplate(value, keepNone, value.length + 1)
    .split(' ')
    .some((word) => word.length >= keyCharsMin)

/** The header without what it would show. */
export const withoutSecret = <H extends { name: string; value: string }>(header: H): H =>
  showsSecret(header) ? { ...header, value: '' } : header

/** Names of the secrets that a header's value inserts. */
export const secretsOf = (value: string): string[] =>
  placeholdersOf(value).flatMap((name) => secretOf(name) ?? [])
