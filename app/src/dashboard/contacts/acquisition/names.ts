import { type ContactAcquisition, acquisitionNames } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

export const isAcquisitionName = (name: string): name is keyof ContactAcquisition =>
  acquisitionNames.some((one) => one === name)
export const acquisitionTitle = (name: keyof ContactAcquisition, t: Translate) =>
  t(`contact-acquisition.${name}`)
export const deviceName = (device: NonNullable<ContactAcquisition['device']>, t: Translate) =>
  t(`contact-acquisition.device_${device}`)
