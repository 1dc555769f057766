import { type ContactOrigin, originNames } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

export const isOriginName = (name: string): name is keyof ContactOrigin =>
  originNames.some((one) => one === name)
export const originTitle = (name: keyof ContactOrigin, t: Translate) => t(`contact-origin.${name}`)
export const deviceName = (device: NonNullable<ContactOrigin['device']>, t: Translate) =>
  t(`contact-origin.device_${device}`)
