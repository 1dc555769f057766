import { defineRoute } from '../api.ts'
import type * as schema from './logos.schema.ts'

/** `logo`: the picture of a workspace. `Integration.logo_id` is the selected one. */

/** Maximum width and height in pixels: the whole picture fits in a square, with a transparent background. */
export const logoPx = 512
export const logoBytesMax = 10 * 1024 * 1024
/** How long a replaced logo can be selected again. */
export const previousLogoHours = 24

const path = '/api/integration/:integration_id/logo'
/**
 * Replaces the logo, as multipart/form-data with `file`: a PNG, JPEG, WebP or GIF of at most `logoBytesMax`. It is
 * encoded again, so no metadata of the file is kept.
 * @throws Problem `invalid_input` on `file`: not an image, damaged, or too large
 */
export const uploadLogo = defineRoute<typeof schema.uploadLogo>()('POST', path)
/**
 * Selects one of the stored logos, or none.
 * @throws Problem `invalid_input` on `logo_id`: not of this workspace, or gone
 */
export const chooseLogo = defineRoute<typeof schema.chooseLogo>()('PUT', path)
/**
 * Uses the icon of the workspace's website as its logo, encoded again like any other logo.
 * @throws Problem `invalid_input` on `file`: the site has no readable icon; the reason isn't given
 */
export const importWebsiteIcon = defineRoute<typeof schema.importWebsiteIcon>()(
  'POST',
  `${path}/website-icon`,
)
