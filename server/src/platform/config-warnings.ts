import path from 'node:path'
import type { Config } from './context/config.ts'

/** Returns warnings about an unsafe production configuration, one sentence each. */
export function warningsOf({
  is_production,
  app_url,
  trust_proxy,
  app_secret,
  keys_file,
  data_dir,
}: Config): string[] {
  if (!is_production) return []
  const isInData = !path.relative(path.resolve(data_dir), path.resolve(keys_file)).startsWith('..')
  return [
    ...(app_url.startsWith('http:')
      ? [
          'APP_URL is an http: address: passwords and sessions cross the network unencrypted, and cookies are not marked as Secure. Put a proxy with HTTPS in front and use its https: address',
        ]
      : []),
    ...(trust_proxy === undefined
      ? [
          'TRUST_PROXY is not set: behind a proxy all callers count as one network and share its rate limits. Set it to the address of the proxy, or ignore this if there is none',
        ]
      : []),
    ...(app_secret === undefined && isInData
      ? [
          `The master key is in ${keys_file}, inside DATA_DIR, so backups of that folder contain it. Set APP_SECRET, or KEYS_FILE to a path outside`,
        ]
      : []),
  ]
}
