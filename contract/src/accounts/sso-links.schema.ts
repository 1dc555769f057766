import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

/** An account at a workspace's identity provider that can sign in the caller. */
export const SsoLink = z.object({
  id: Id,
  workspace_name: z.string(),
  /** The provider's host, such as `login.example.com`. */
  provider_host: z.string(),
  linked_at: Time,
})
export type SsoLink = z.infer<typeof SsoLink>
export const listSsoLinks = schemas({
  output: z.array(SsoLink),
  problems: [],
})
export const removeSsoLink = schemas({
  output: Nothing,
  problems: ['not_found', 'confirm_identity'],
})
