import type { FieldValue } from '../../filters/custom-fields.ts'
import { messageCharsRead } from '../answers.ts'
import type { StepOf } from '../flow.ts'
import { inUrl } from '../links.ts'
import { edge, optionalEdge, type StepType } from './step-type.ts'

/*
 * Steps that ask the assistant or another server and continue with the result.
 */

export const assistant: StepType<StepOf<'assistant'>> = {
  edges: ({ answered, not_found, wants_person }) => [
    edge('answered', answered),
    optionalEdge('not_found', not_found),
    optionalEdge('wants_person', wants_person),
  ],
  enter(step, turn) {
    const text = turn.message?.slice(0, messageCharsRead) ?? null
    turn.addEffect({ kind: 'ask_assistant', step_id: step.id, text, key: turn.keyOf(step) })
    return turn.wait('assistant')
  },
  receive(step, turn) {
    const { input, state } = turn
    if (input.kind !== 'assistant_result' || state.awaiting !== 'assistant') return 'stay'
    if (input.outcome === 'answered') return { to: step.answered }
    const to = input.outcome === 'not_found' ? step.not_found : step.wants_person
    if (to !== null) return { to }
    return turn.handOver(input.outcome === 'not_found' ? 'nothing_found' : 'asked_for_human')
  },
}

const inJson = (value: string) => JSON.stringify(value.toWellFormed()).slice(1, -1)
const inHeader = (value: string) => value.replace(/[\r\n\0]/g, ' ')
const bodyCharsMax = 100_000

/** Other servers send what PostgreSQL can't store. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** A value at a path such as `items.0.price`; the empty path is the whole body. */
function readPath(body: unknown, path: string): FieldValue | null {
  let value = body
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Record<string, unknown>)[name] // an object with this property
  }
  if (typeof value === 'string') return storable(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

export const httpRequest: StepType<StepOf<'http_request'>> = {
  edges: ({ ok, failed }) => [edge('ok', ok), edge('failed', failed)],
  templates: ({ url, headers, body }) => [
    { path: 'url', text: url },
    ...headers.map(({ value }, index) => ({ path: `headers.${index}.value`, text: value })),
    { path: 'body', text: body },
  ],
  references: ({ map }) =>
    map.flatMap(({ variable: name }, index) =>
      name === '' ? [] : [{ kind: 'variable', name, path: `map.${index}.variable` }],
    ),
  missing: ({ url, headers, map }) => [
    ...(url === '' ? ['url'] : []),
    ...headers.flatMap(({ name }, index) => (name === '' ? [`headers.${index}.name`] : [])),
    ...map.flatMap(({ variable }, index) => (variable === '' ? [`map.${index}.variable`] : [])),
  ],
  enter(step, turn) {
    const { method, url, headers, body, timeout_s } = step
    const isJson = /^\s*[[{]/.test(body.slice(0, 100))
    turn.addEffect({
      kind: 'http_request',
      step_id: step.id,
      key: turn.keyOf(step),
      method,
      url: turn.render(url, 4_000, inUrl),
      headers: headers.map(({ name, value }) => ({
        name,
        value: turn.renderHeader(value, 4_000, inHeader),
      })),
      body:
        body === '' || method === 'GET' ? null : turn.render(body, bodyCharsMax, isJson ? inJson : undefined),
      timeout_s,
    })
    return turn.wait('http')
  },
  receive(step, turn) {
    const { input, state } = turn
    if (input.kind !== 'http_result' || state.awaiting !== 'http') return 'stay'
    if (!input.ok) return { to: step.failed }
    for (const { path, variable } of step.map) turn.setVariable(variable, readPath(input.body, path))
    return { to: step.ok }
  },
}
