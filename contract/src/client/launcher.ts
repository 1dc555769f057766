import type { LauncherSettings } from './client.schema.ts'
import type { LauncherLook } from '../visitors/visitors.schema.ts'

/** The button on the customer's page. */

/** Characters next to the icon. */
export const launcherTextMax = 24
/** Distance from the edges of the page. */
export const launcherOffsetMax_px = 200
export const launcherIcons = ['bubble', 'question', 'spark', 'envelope'] as const
export const launcherCorners = ['round', 'soft', 'square'] as const

/** Outlines on a grid of 24. */
export const launcherIconPaths: Record<LauncherSettings['icon'], string> = {
  bubble: 'M20 11.5a7.5 7.5 0 0 1-7.5 7.5H4l2-3.2A7.5 7.5 0 1 1 20 11.5Z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.3 3c-1.1.7-1.8 1.4-1.8 2.7M12 18.5v.1',
  spark: 'M12 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z',
  envelope: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm-.5.5L12 13l7.5-6.5',
}
const radius_px = { round: 28, soft: 16, square: 4 }

export const defaultLauncher: LauncherSettings = {
  icon: 'bubble',
  corners: 'round',
  offset_x_px: 20,
  offset_y_px: 20,
  text_en: '',
  text_sk: '',
}
/** The markup that the loader inserts. */
export const launcherLook = (launcher: LauncherSettings): LauncherLook => ({
  icon: launcherIconPaths[launcher.icon],
  texts: { en: launcher.text_en, sk: launcher.text_sk },
  place: [launcher.offset_x_px, launcher.offset_y_px, radius_px[launcher.corners]],
})
