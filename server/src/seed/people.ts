import { type ContactAcquisition, normalizeText, type Locale, type Role, type UtmName } from '@ozvi/contract'
import type { Random } from './random.ts'

type Names = readonly [string, ...string[]]

const firstNames: Record<Locale, Names> = {
  en: ['Amelia', 'Oliver', 'Grace', 'Harry', 'Freya', 'Noah', 'Ella', 'Arthur', 'Ruby', 'Leo', 'Ivy', 'Max'],
  sk: [
    'Zuzana',
    'Martin',
    'Lucia',
    'Peter',
    'Katarína',
    'Tomáš',
    'Jana',
    'Marek',
    'Veronika',
    'Ľuboš',
    'Simona',
    'Šimon',
  ],
}
const family: Record<Locale, Names> = {
  en: [
    'Baker',
    'Clarke',
    'Davies',
    'Evans',
    'Foster',
    'Hughes',
    'Khan',
    'Mills',
    'Palmer',
    'Reed',
    'Shaw',
    'Turner',
  ],
  sk: [
    'Krajčí',
    'Tóth',
    'Polák',
    'Tkáč',
    'Švec',
    'Hudák',
    'Petrík',
    'Rusnák',
    'Čech',
    'Žák',
    'Bielik',
    'Gál',
  ],
}

/** Letters allowed in an email address. */
const plain = (text: string) => normalizeText(text).replace(/[^a-z]+/g, '.')

export interface SeedPerson {
  name: string
  email: string
}
/** @param mark makes the addresses of people with the same name unique */
export function personOf(random: Random, locale: Locale, mark: string): SeedPerson {
  const name = `${random.pick(firstNames[locale])} ${random.pick(family[locale])}`
  return { name, email: `${plain(name)}.${mark}@example.com` }
}

/** The team of a seeded workspace besides its owner. */
export const team: readonly (SeedPerson & { role: Role; locale: Locale })[] = [
  { name: 'Jakub Horák', email: 'jakub', role: 'admin', locale: 'sk' },
  { name: 'Nina Fischer', email: 'nina', role: 'editor', locale: 'en' },
  { name: 'Adam Varga', email: 'adam', role: 'agent', locale: 'sk' },
  { name: 'Sophie Bennett', email: 'sophie', role: 'agent', locale: 'en' },
  { name: 'Michal Oravec', email: 'michal', role: 'viewer', locale: 'sk' },
]
export const owner = { name: 'Eva Nováková', email: 'eva', locale: 'sk' as Locale }

/** Devices of the customers. */
type Holding = Pick<ContactAcquisition, 'browser' | 'operating_system' | 'device'>
export const holdings: readonly [Holding, ...Holding[]] = [
  { browser: 'Chrome', operating_system: 'Windows', device: 'desktop' },
  { browser: 'Chrome', operating_system: 'Android', device: 'mobile' },
  { browser: 'Safari', operating_system: 'iOS', device: 'mobile' },
  { browser: 'Safari', operating_system: 'macOS', device: 'desktop' },
  { browser: 'Firefox', operating_system: 'Linux', device: 'desktop' },
  { browser: 'Edge', operating_system: 'Windows', device: 'desktop' },
  { browser: 'Safari', operating_system: 'iOS', device: 'tablet' },
]
/** UTM parameters of campaign links. */
type UtmParams = Pick<ContactAcquisition, UtmName>
export const campaigns: readonly [UtmParams, ...UtmParams[]] = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'brand', utm_term: 'chat', utm_content: null },
  {
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'autumn',
    utm_term: null,
    utm_content: 'button',
  },
]
export const noUtmParams: UtmParams = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
}
export const referrers = [
  'https://www.google.com/',
  'https://www.facebook.com/',
  'https://www.heureka.sk/',
] as const
