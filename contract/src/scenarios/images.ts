import { defineRoute } from '../api.ts'
import type * as schema from './images.schema.ts'

export type { ScenarioImage } from './images.schema.ts'

/*
 * Images that scenarios show to customers.
 */

export const scenarioImageBytesMax = 10 * 1024 * 1024
/** Maximum width and height in pixels; larger images are scaled down. */
export const scenarioImagePx = 1_024
export const scenarioImagesMax = 500
/** An image that no draft and no version shows is deleted after this time. */
export const unusedImageDays = 7

/** Public path of an image, protected only by its unguessable id. */
export const scenarioImagePath = (integration_id: string, image_id: string) =>
  `/api/integration/${integration_id}/scenario-image/${image_id}`

/** Lists the images, newest first. */
export const listScenarioImages = defineRoute<typeof schema.listScenarioImages>()(
  'GET',
  '/api/integration/:integration_id/scenario-image',
)
/**
 * Stores an image for scenarios, as multipart/form-data with `file`: a PNG, JPEG, WebP or GIF of at most
 * `scenarioImageBytesMax`. It is encoded again, so no metadata of the file is kept. It stays as long as a draft or a
 * published version shows it.
 * @throws Problem `invalid_input` on `file`: not an image, damaged or too large, or there are `scenarioImagesMax`
 */
export const uploadScenarioImage = defineRoute<typeof schema.uploadScenarioImage>()(
  'POST',
  '/api/integration/:integration_id/scenario-image',
)
