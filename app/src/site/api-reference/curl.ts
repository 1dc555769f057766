import type { DocumentOperation, DocumentParameter } from './document.ts'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** Parameter names as shell variables: `conversation_id` → `$CONVERSATION_ID`. */
const variable = (name: string) => (name === 'integration_id' ? '$WORKSPACE' : `$${name.toUpperCase()}`)

const exampleOf = ({ name, schema }: DocumentParameter): string => {
  if (schema.enum) return String(schema.enum[0])
  if (schema.default !== undefined) return String(schema.default)
  if (name === 'time_zone') return 'Europe/Bratislava'
  if (name === 'since' || name === 'from') return '2026-11-01'
  if (name === 'until' || name === 'to') return '2026-11-30'
  return schema.type === 'integer' ? '1' : variable(name)
}

/** A command that sends the request. `$OZVI`, `$KEY`, `$WORKSPACE` and the ids in the path are variables. */
export function curlOf(path: string, method: string, operation: DocumentOperation): string {
  const { parameters, requestBody } = operation
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${exampleOf(one)}`)
  const url = `$OZVI${path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    '-H "authorization: Bearer $KEY"',
  ]
  if (parameters.some(({ name }) => name === 'Idempotency-Key'))
    lines.push('-H "idempotency-key: $(uuidgen)"')
  const json = requestBody?.content['application/json']
  if (json)
    lines.push('-H "content-type: application/json"', `-d ${quoted(JSON.stringify(json.example, null, 2))}`)
  else if (requestBody) lines.push('-F "id=$(uuidgen)"', '-F "file=@delivery.pdf"')
  return lines.join(' \\\n  ')
}
