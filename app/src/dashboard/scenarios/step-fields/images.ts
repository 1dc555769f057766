import { listScenarioImages, type ScenarioImage, uploadScenarioImage } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sendForm } from '#platform/calls/send-form.ts'

const imagesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['scenario-images', { integration_id }],
    queryFn: () => call(listScenarioImages, { integration_id }),
  })
export const useImages = (integration_id: string) => useQuery(imagesOf(integration_id))

/** @throws Problem if the server rejects the file */
export async function uploadImage(integration_id: string, file: File): Promise<ScenarioImage> {
  const image = await sendForm(uploadScenarioImage, { integration_id }, { file })
  queryClient.setQueryData(imagesOf(integration_id).queryKey, (images) => images && [image, ...images])
  return image
}
