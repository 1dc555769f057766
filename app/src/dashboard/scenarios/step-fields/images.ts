import { listScenarioImages, type ScenarioImage, uploadScenarioImage } from '@ozvi/contract'
import { refusal } from '@ozvi/wire'
import { address } from '@ozvi/wire/address'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, send } from '#platform/calls/api-client.ts'
import { queryClient } from '#platform/calls/query-client.ts'

const imagesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['scenario-images', { integration_id }],
    queryFn: () => call(listScenarioImages, { integration_id }),
  })
export const useImages = (integration_id: string) => useQuery(imagesOf(integration_id))

/** @throws Problem why the file isn't accepted */
export async function uploadImage(integration_id: string, file: File): Promise<ScenarioImage> {
  const form = new FormData()
  form.set('file', file)
  const { method, path } = uploadScenarioImage
  const reply = await send(method, address(path, { integration_id }).url, form)
  if (reply.status >= 400) throw refusal(reply)
  // The reply's own schema.
  const image = (reply.body as { data: ScenarioImage }).data
  queryClient.setQueryData(imagesOf(integration_id).queryKey, (images) => images && [image, ...images])
  return image
}
