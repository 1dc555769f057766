import { type OperationName, type Operations, operations } from './operations.ts'
import { type CallOptions, type ClientOptions, request } from './request.ts'

export * from './errors.ts'
export type { ErrorCode, OperationName, Operations, Scope } from './operations.ts'
export type { CallOptions, ClientOptions } from './request.ts'

export type InputOf<N extends OperationName> = Operations[N]['input']
export type OutputOf<N extends OperationName> = Operations[N]['output']
/** Lists that have more than one page. */
export type PagedName = {
  [N in OperationName]: OutputOf<N> extends { next: string | null } ? N : never
}[OperationName]

// An operation without required fields can be called without an input.
type Arguments<N extends OperationName> =
  Record<string, never> extends InputOf<N>
    ? [input?: InputOf<N>, options?: CallOptions]
    : [input: InputOf<N>, options?: CallOptions]

export type Client = { [N in OperationName]: (...rest: Arguments<N>) => Promise<OutputOf<N>> } & {
  /** The pages of a list, one after the other. */
  pages<N extends PagedName>(name: N, input?: InputOf<N>, options?: CallOptions): AsyncGenerator<OutputOf<N>>
}

/**
 * A client with a function for each call: `client.listContacts({ limit: 50 })`. The API reference of your server
 * describes each call.
 */
export function createClient(options: ClientOptions): Client {
  const call =
    (name: OperationName) =>
    (input: object = {}, callOptions: CallOptions = {}) =>
      request(name, { ...input }, options, callOptions)
  async function* pages(name: PagedName, input: object = {}, callOptions: CallOptions = {}) {
    let cursor: string | null = null
    do {
      // Paged operations have this field.
      const page = (await request(
        name,
        cursor ? { ...input, cursor } : { ...input },
        options,
        callOptions,
      )) as {
        next: string | null
      }
      yield page
      cursor = page.next
    } while (cursor !== null)
  }
  const names = Object.keys(operations) as OperationName[] // its own keys
  // Each function answers what `Operations` says about its name, as the server does.
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), pages } as unknown as Client
}
