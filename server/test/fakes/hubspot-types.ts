import { VendorTypes } from './vendor-types.ts'

const imports = `
import type { Client } from '@hubspot/api-client'
import type { ModelError } from '@hubspot/api-client/lib/codegen/crm/contacts/models/ModelError.js'
type Crm = Client['crm']
type Oauth = Client['oauth']
type Answer<F extends (...input: never[]) => unknown> = Json<Awaited<ReturnType<F>>>
type Input<F extends (...input: never[]) => unknown, N extends number> = Json<Exclude<Parameters<F>[N], undefined>>
`

interface Operation {
  answer?: string
  body?: string
}
const method = (path: string) =>
  path
    .split('.')
    .map((name, n) => (n === 0 ? name : `['${name}']`))
    .join('')
const answerOf = (path: string) => `Answer<${method(path)}>`
const inputOf = (path: string, n: number) => `Input<${method(path)}, ${n}>`
const both = (path: string, n = 0): Operation => ({ answer: answerOf(path), body: inputOf(path, n) })

const apis: Record<string, string> = {
  contacts: 'Crm.contacts',
  companies: 'Crm.companies',
  tickets: 'Crm.tickets',
  notes: 'Crm.objects.notes',
}

/** The method of HubSpot's client that sends a request. Undefined for an unknown one. */
function operationOf(call: string): Operation | undefined {
  const [verb = '', path = ''] = call.split(' ')
  if (/^\/oauth\/[^/]+\/token$/.test(path))
    return { answer: `SnakeKeys<${answerOf('Oauth.tokensApi.create')}>` }
  if (/^\/oauth\/[^/]+\/access-tokens\//.test(path))
    return { answer: `SnakeKeys<${answerOf('Oauth.accessTokensApi.get')}>` }
  if (/^\/oauth\/[^/]+\/refresh-tokens\//.test(path)) return {}
  if (/\/associations\//.test(path)) return { answer: answerOf('Crm.associations.v4.basicApi.getPage') }
  if (/\/pipelines\//.test(path)) return { answer: answerOf('Crm.pipelines.pipelinesApi.getAll') }
  if (/\/owners\/?$/.test(path)) return { answer: answerOf('Crm.owners.ownersApi.getPage') }
  if (/\/properties\//.test(path)) return { answer: answerOf('Crm.properties.coreApi.getAll') }
  const [, type = '', part = '', action = ''] = /\/objects\/([^/]+)\/?([^/]*)\/?([^/]*)$/.exec(path) ?? []
  const api = apis[type]
  if (!api) return undefined
  if (part === 'search') return both(`${api}.searchApi.doSearch`)
  if (part === 'batch') return action === 'archive' ? {} : both(`${api}.batchApi.${action}`)
  if (verb === 'POST') return both(`${api}.basicApi.create`)
  if (verb === 'PATCH') return both(`${api}.basicApi.update`, 1)
  if (verb === 'DELETE') return {}
  return { answer: answerOf(`${api}.basicApi.${part ? 'getById' : 'getPage'}`) }
}

/** Requests to HubSpot and its answers, with the types of HubSpot's client. */
export class HubspotTypes extends VendorTypes {
  constructor() {
    super(imports)
  }
  addCall(verb: string, path: string, text: string, status: number, answer: unknown): void {
    const call = `${verb} ${path}`
    const operation = operationOf(call)
    if (!operation) return this.add(call, 'never', null)
    if (operation.body && text) this.add(`request ${call}`, operation.body, JSON.parse(text))
    if (answer === undefined) return
    if (status < 400 && operation.answer)
      this.add(`answer ${call}`, operation.answer, JSON.parse(JSON.stringify(answer)))
    else if (status >= 400 && !path.startsWith('/oauth/'))
      this.add(`answer ${call}`, `Json<ModelError> & { status: 'error' }`, answer)
  }
}
