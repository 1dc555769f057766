import type { Features } from './keys.gen.ts'

export type Feature = keyof Features
/** Every message key: `inbox.title`. */
export type Key = { [F in Feature]: `${F}.${keyof Features[F] & string}` }[Feature]
