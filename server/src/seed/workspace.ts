import { randomBytes } from 'node:crypto'
import type { Citation, Locale } from '@ozvi/contract'
import { hashPassword, insertUser } from '#features/accounts'
import { snapshotPath, importPages, textFragment } from '#features/data-sources'
import { insertIntegration, insertMember, updateSetupState } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { createRandom } from './random.ts'
import { owner, type SeedPerson, team } from './people.ts'
import * as store from './store.ts'
import { type Topic, words } from './texts.ts'

export interface Workspace {
  id: string
  name: string
  url: string
  public_key: string
}
/** The sign-in of a seeded workspace; all its members have the same password. */
export interface SignIn {
  email: string
  password: string
}

/** @throws Error if no workspace has this id or public key */
export async function getWorkspace(ctx: Context, idOrKey: string): Promise<Workspace> {
  const workspace = await store.findWorkspace(ctx.db, idOrKey)
  if (!workspace) throw new Error(`No workspace has the id or key ${idOrKey}.`)
  return workspace
}

/** A coffee shop with a team. Email addresses have a random suffix, so that they are unique. */
export async function createWorkspace(ctx: Context): Promise<{ workspace: Workspace; sign_in: SignIn }> {
  const suffix = randomBytes(3).toString('hex')
  const password = `coffee-${randomBytes(6).toString('hex')}`
  const password_hash = await hashPassword(password)
  const at = isoNow(ctx)
  const addressOf = ({ email }: SeedPerson) => `${email}.${suffix}@example.com`
  return ctx.transaction(async (tx) => {
    const addMember = async (person: SeedPerson & { locale: Locale }) => {
      const user = await insertUser(tx, {
        name: person.name,
        email: addressOf(person),
        locale: person.locale,
        password_hash,
      })
      if (!user) throw new Error(`${addressOf(person)} is taken`)
      await store.markVerified(tx, user.id, at)
      return user.id
    }
    const workspace = await insertIntegration(tx, await addMember(owner), {
      name: 'Green Bean',
      url: 'https://greenbean.example',
      time_zone: 'Europe/Bratislava',
      locale: 'sk',
    })
    for (const mate of team)
      await insertMember(tx, {
        integration_id: workspace.id,
        user_id: await addMember(mate),
        role: mate.role,
      })
    await updateSetupState(tx, workspace.id, 'onboarded_at', at)
    return { workspace, sign_in: { email: addressOf(owner), password } }
  })
}

const pageUrl = ({ url }: Workspace, path: string) => `${url.replace(/\/$/, '')}${path}`
/** The pages of the shop's website. */
export const pagesOf = (workspace: Workspace, locale: Locale) => [
  { url: pageUrl(workspace, locale === 'en' ? '/' : '/sk'), title: words[locale].home },
  ...words[locale].topics.map(({ path, title }) => ({ url: pageUrl(workspace, path), title })),
]

/** Indexes the shop's pages as a crawl does, so that answers can cite them. Idempotent. */
export async function readPages(ctx: Context, workspace: Workspace): Promise<Map<Topic, Citation>> {
  const locales = ['en', 'sk'] as const
  for (const locale of locales)
    await importPages(
      ctx,
      {
        integration_id: workspace.id,
        source_id: createRandom(`${workspace.id} ${locale}`).uuid(),
        name: words[locale].home,
        locale,
        start_url: pageUrl(workspace, locale === 'en' ? '/' : '/sk'),
        pages: words[locale].topics.map(({ path, title, answer }) => ({
          url: pageUrl(workspace, path),
          title,
          locale,
          html: `<p>${answer}</p>`,
        })),
      },
      AbortSignal.timeout(120_000),
    )
  const topics = locales.flatMap((locale) => [...words[locale].topics])
  const pages = new Map((await store.listPages(ctx.db, workspace.id)).map((page) => [page.url, page]))
  return new Map(
    topics.flatMap((topic) => {
      const page = pages.get(pageUrl(workspace, topic.path))
      if (!page) return []
      const citation: Citation = {
        number: 1,
        title: page.title,
        heading: page.title,
        quote: topic.answer,
        url: textFragment(page.url, topic.answer),
        snapshot_url: snapshotPath(page.snapshot_id, topic.answer),
        fetched_at: page.fetched_at,
        source_id: page.source_id,
        item_id: page.item_id,
      }
      return [[topic, citation] as const]
    }),
  )
}
