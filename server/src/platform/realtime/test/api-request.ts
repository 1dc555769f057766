import { createHash, createHmac } from 'node:crypto'
import type { ApiRequest } from '../index.ts'
import { app } from './standalone.ts'

/** A signed request to the HTTP API; `params` are query parameters, signed with the rest. */
export function apiRequest(
  method: string,
  action: string,
  {
    body = '',
    params = {},
    secret = app.secret,
  }: { body?: string; params?: Record<string, string>; secret?: string } = {},
): ApiRequest {
  const path = `/apps/${app.id}/${action}`
  const query: Record<string, string> = {
    auth_key: app.key,
    auth_timestamp: String(Math.floor(Date.now() / 1_000)),
    auth_version: '1.0',
    ...(body && { body_md5: createHash('md5').update(body).digest('hex') }),
    ...params,
  }
  const text = Object.keys(query)
    .sort()
    .map((name) => `${name}=${query[name]}`)
    .join('&')
  const auth_signature = createHmac('sha256', secret).update(`${method}\n${path}\n${text}`).digest('hex')
  return {
    method,
    url: `${path}?${new URLSearchParams({ ...query, auth_signature })}`,
    body: Buffer.from(body),
  }
}
