import type { Params, Parsed, Route, Schemas } from '@ozvi/contract'
import { address, type CallOptions, problemOf } from '@ozvi/wire'
import { send } from './api-client.ts'

/**
 * Calls a route with `multipart/form-data`, for files.
 *
 * @param fields in the order in which they are sent; files last
 * @throws Problem if the server rejects the request
 */
export async function sendForm<P extends string, S extends Schemas>(
  { method, path }: Route<P, S>,
  params: Params<P>,
  fields: Readonly<Record<string, string | File>>,
  options?: CallOptions,
): Promise<Parsed<S['output']>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const reply = await send(method, address(path, params).url, form, options)
  if (reply.status >= 400) throw problemOf(reply)
  // The server validated the reply against this route's output.
  return (reply.body as { data: Parsed<S['output']> }).data
}
