import { type Flow, scenarioBytesMax, scenarioFileVersions } from '@ozvi/contract'
import { withoutSecret } from '@ozvi/contract/scenario-requests'
import type { ScenarioFields } from '../data.ts'

/*
 * A scenario as a file. Only its size and its outer shape are checked here: the server checks the rest, as it does
 * for every draft.
 */

const format = 'ozvi-scenario'
export type FileProblem = 'too_large' | 'not_json' | 'not_a_scenario' | 'too_new'

/** A file leaves the workspace, so it has no keys: secrets are only named, and keys in headers are left out. */
const withoutSecrets = (flow: Flow): Flow => ({
  ...flow,
  steps: flow.steps.map((step) =>
    step.kind === 'http_request' ? { ...step, headers: step.headers.map(withoutSecret) } : step,
  ),
})
/** An installation that doesn’t know groups would drop them, and the audience would be another one. */
const versionOf = ({ audience }: Flow): (typeof scenarioFileVersions)[number] =>
  audience.groups?.length ? 2 : 1
export const toFile = ({ name, description, flow }: ScenarioFields): string =>
  JSON.stringify(
    { format, format_version: versionOf(flow), name, description, flow: withoutSecrets(flow) },
    null,
    2,
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the fields to send to the server, unchecked, or why this is not a scenario */
export function fromFile(text: string): { fields: ScenarioFields } | { problem: FileProblem } {
  if (text.length > scenarioBytesMax) return { problem: 'too_large' }
  let content: unknown
  try {
    // The server rejects this name, with a message about the request.
    content = JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
  } catch {
    return { problem: 'not_json' }
  }
  if (!isObject(content) || content['format'] !== format || !isObject(content['flow']))
    return { problem: 'not_a_scenario' }
  const { format_version, name, description, flow } = content
  if (typeof format_version !== 'number') return { problem: 'not_a_scenario' }
  if (format_version > Math.max(...scenarioFileVersions)) return { problem: 'too_new' }
  // The server checks it against its schema.
  return { fields: { name, description, flow } as unknown as ScenarioFields }
}

export function download(fields: ScenarioFields) {
  const url = URL.createObjectURL(new Blob([toFile(fields)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${fields.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'scenario'}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
