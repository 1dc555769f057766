import type { FilterOperatorEnum } from '@hubspot/api-client/lib/codegen/crm/contacts/models/Filter.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChosenHubspotProperty, type HubspotProperty, hubspotReferences } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { type HubspotClient, HubspotError, request, type RunRequest } from './client.ts'
import { objectRequests } from './crm-objects.ts'
import { type CrmRecord, storedText } from './crm-record.ts'
import { propertyTypeOf } from './properties/properties.ts'
import { withToken } from './tokens.ts'

/** A contact of HubSpot. Missing values are empty. */
export interface CrmPage {
  records: CrmRecord[]
  next: string | undefined
}
export interface CrmOwner {
  id: string
  email: string
}

/** A property of the account, with its options if it is a list. */
export type PropertyDefinition = HubspotProperty & Pick<ChosenHubspotProperty, 'options'>

const options_max = 500
const label_chars_max = 200
const page_size = 100
const owner_pages_max = 20
/** Longer waits end the run; it continues as a new job. */
const wait_max_s = 5
const attempts_max = 6
const backoff_ms = 100

interface RawRecord {
  id: string
  properties: Record<string, string | null>
  createdAt: Date
  updatedAt: Date
}
const recordOf = ({ id, properties, createdAt, updatedAt }: RawRecord): CrmRecord => ({
  id,
  properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value ?? ''])),
  updated_at: new Date(properties['lastmodifieddate'] ?? updatedAt).toISOString(),
  created_at: new Date(createdAt).toISOString(),
})

/**
 * Repeats a request after short limits and, if it is repeatable, failures of HubSpot.
 *
 * @throws HubspotError the last failure; what the signal was aborted with
 */
async function patiently<T>(work: () => Promise<T>, signal: AbortSignal, isRepeatable: boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // Another run may have taken over: what this one creates would be there twice.
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof HubspotError) || attempt >= attempts_max) throw error
      const isLimited = error.failure === 'rate_limited'
      if (!isLimited && !(isRepeatable && error.failure === 'unavailable')) throw error
      if (error.retry_after_s > wait_max_s) throw error
      const wait_ms = isLimited ? error.retry_after_s * 1000 : backoff_ms * 2 ** attempt
      await sleep(wait_ms, undefined, { signal })
    }
  }
}

/** What surrounds contacts: their properties, owners and companies. */
function accountRequests(run: RunRequest) {
  return {
    properties: (): Promise<PropertyDefinition[]> =>
      run(async ({ crm }) => {
        const { results } = await crm.properties.coreApi.getAll('contacts')
        return results
          .filter(({ hidden }) => !hidden)
          .map(({ name, label, type, options, referencedObjectType, modificationMetadata, calculated }) => ({
            name,
            label: storedText(label, label_chars_max) || name,
            type: propertyTypeOf(type),
            options:
              type === 'enumeration'
                ? options
                    .slice(0, options_max)
                    .map((each) => ({ value: each.value, label: storedText(each.label, label_chars_max) }))
                : [],
            is_reference:
              Boolean(referencedObjectType) || hubspotReferences.some((reference) => reference === name),
            is_read_only: modificationMetadata?.readOnlyValue === true || calculated === true,
          }))
          .sort((a, b) => a.label.localeCompare(b.label))
      }),
    async owners(): Promise<CrmOwner[]> {
      const owners: CrmOwner[] = []
      let after: string | undefined
      for (let page = 0; page < owner_pages_max; page++) {
        const reply = await run(({ crm }) => crm.owners.ownersApi.getPage(undefined, after, page_size))
        owners.push(...reply.results.map(({ id, email = '' }) => ({ id, email })))
        after = reply.paging?.next?.after
        if (!after) break
      }
      return owners
    },
    companyNames: (ids: string[]): Promise<Map<string, string>> =>
      ids.length === 0
        ? Promise.resolve(new Map())
        : run(async ({ crm }) => {
            const reply = await crm.companies.batchApi.read({
              inputs: ids.map((id) => ({ id })),
              properties: ['name'],
              propertiesWithHistory: [],
            })
            return new Map(reply.results.map(({ id, properties }) => [id, properties['name'] ?? '']))
          }),
  }
}

function contactRequests(run: RunRequest) {
  return {
    list: (properties: string[], after: string | undefined): Promise<CrmPage> =>
      run(async ({ crm }) => {
        const reply = await crm.contacts.basicApi.getPage(page_size, after, properties)
        return { records: reply.results.map(recordOf), next: reply.paging?.next?.after }
      }),
    /** Changed since a time, oldest change first. */
    changedSince: (properties: string[], since: string, after: string | undefined): Promise<CrmPage> =>
      run(async ({ crm }) => {
        const operator = 'GTE' as FilterOperatorEnum // its value; importing the enum would load the client
        const filters = [{ propertyName: 'lastmodifieddate', operator, value: String(Date.parse(since)) }]
        const reply = await crm.contacts.searchApi.doSearch({
          filterGroups: [{ filters }],
          sorts: ['lastmodifieddate'],
          properties,
          limit: page_size,
          ...(after ? { after } : {}),
        })
        return { records: reply.results.map(recordOf), next: reply.paging?.next?.after }
      }),
    /** Only those that exist. */
    read: (ids: string[], properties: string[], idProperty?: 'email'): Promise<CrmRecord[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : run(async ({ crm }) => {
            const reply = await crm.contacts.batchApi.read({
              inputs: ids.map((id) => ({ id })),
              properties,
              propertiesWithHistory: [],
              ...(idProperty ? { idProperty } : {}),
            })
            return reply.results.map(recordOf)
          }),
    /** All or nothing. */
    create: (inputs: Record<string, string>[]): Promise<CrmRecord[]> =>
      run(async ({ crm }) => {
        const reply = await crm.contacts.batchApi.create({
          inputs: inputs.map((properties) => ({ properties, associations: [] })),
        })
        return reply.results.map(recordOf)
      }),
    /** All or nothing. */
    update: (inputs: { id: string; properties: Record<string, string> }[]): Promise<void> =>
      run(async ({ crm }) => {
        await crm.contacts.batchApi.update({ inputs })
      }),
  }
}

export type Crm = ReturnType<typeof openCrm>

/** The CRM of a workspace's HubSpot account. Every method throws `HubspotError`. */
export function openCrm(
  ctx: Context,
  client: HubspotClient,
  integration_id: string,
  signal: AbortSignal = new AbortController().signal,
) {
  const runner =
    (isRepeatable: boolean): RunRequest =>
    (work) =>
      patiently(
        () =>
          withToken(ctx, client, integration_id, (token) =>
            request(async () => work(await client.open(token))),
          ),
        signal,
        isRepeatable,
      )
  const run = runner(true)
  return { ...accountRequests(run), ...contactRequests(run), ...objectRequests(run, runner(false)) }
}
