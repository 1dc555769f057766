import type { Route } from '../api.ts'

/** What the calls of API keys are about, in the order of the API reference. */
export const apiResources = [
  'conversations',
  'messages',
  'files',
  'contacts',
  'contact-notes',
  'tags',
  'fields',
  'data-sources',
  'unanswered-questions',
  'scenarios',
  'workspace',
  'reports',
] as const
export type ApiResource = (typeof apiResources)[number]

/** By the beginning of the path below the workspace, the longer ones first. */
const byStart: readonly [string, ApiResource][] = [
  ['contact/:contact_id/conversation', 'conversations'],
  ['contact/:contact_id/note', 'contact-notes'],
  ['conversation/:conversation_id/message', 'messages'],
  ['conversation/:conversation_id/scenario-run', 'scenarios'],
  ['conversation-field', 'fields'],
  ['contact-field', 'fields'],
  ['conversation', 'conversations'],
  ['file', 'files'],
  ['contact', 'contacts'],
  ['online-visitors', 'contacts'],
  ['tag', 'tags'],
  ['data-source', 'data-sources'],
  ['unanswered-question', 'unanswered-questions'],
  ['scenario', 'scenarios'],
  ['report', 'reports'],
  ['member-stats', 'reports'],
]
const workspace = '/api/integration/:integration_id/'

/** The resource of a call that API keys can make. */
export function apiResourceOf({ path }: Pick<Route, 'path'>): ApiResource {
  const rest = path.startsWith(workspace) ? path.slice(workspace.length) : ''
  const resource = byStart.find(([start]) => rest.startsWith(start))
  return resource?.[1] ?? 'workspace'
}
