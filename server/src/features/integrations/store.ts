import { randomBytes } from 'node:crypto'
import {
  type Integration,
  type Locale,
  can,
  isId,
  type OnboardingStep,
  type Role,
  type CustomRoleOfMember,
  type ConversationAccess,
} from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { customRoleOf } from './rights-store.ts'

/** In a query of `integration`. */
export const needsSingleSignOn = sql<boolean>`exists (
  select from single_sign_on as sso where sso.integration_id = integration.id and sso.is_on and sso.is_required)`.as(
  'needs_single_sign_on',
)

const integrationsOf = (db: Db, user_id: string) =>
  db
    .selectFrom('integration')
    .innerJoin('member', 'member.integration_id', 'integration.id')
    .where('member.user_id', '=', user_id)
    .select(['id', 'public_key', 'name', 'url', 'locale', 'locales', 'time_zone', 'logo_id', 'hosts'])
    .select(['onboarded_at', 'onboarding_step', 'setup_hidden_at', 'created_at'])
    .select(['needs_two_factor', 'deletes_at', 'role', 'conversation_access', 'availability', 'is_idle'])
    .select([needsSingleSignOn, customRoleOf('member')])

/** Oldest first. */
export const listIntegrations = (db: Db, user_id: string): Promise<Integration[]> =>
  integrationsOf(db, user_id).orderBy('created_at').orderBy('id').execute()

/** @param id_or_key the workspace's id or public key */
export const findIntegration = (
  db: Db,
  user_id: string,
  id_or_key: string,
): Promise<Integration | undefined> =>
  integrationsOf(db, user_id)
    .where(isId(id_or_key) ? 'id' : 'public_key', '=', id_or_key)
    .executeTakeFirst()

/** @param id_or_key the workspace's id or public key */
export const findMembership = (
  db: Db,
  user_id: string,
  id_or_key: string,
): Promise<
  | {
      id: string
      integration_id: string
      role: Role
      custom_role: CustomRoleOfMember | null
      conversation_access: ConversationAccess
      needs_two_factor: boolean
      needs_single_sign_on: boolean
      deletes_at: string | null
    }
  | undefined
> =>
  db
    .selectFrom('member')
    .innerJoin('integration', 'integration.id', 'member.integration_id')
    .where('user_id', '=', user_id)
    .where(isId(id_or_key) ? 'integration.id' : 'integration.public_key', '=', id_or_key)
    .select([
      'integration.id',
      'member.integration_id',
      'role',
      'conversation_access',
      'needs_two_factor',
      'deletes_at',
    ])
    .select([needsSingleSignOn, customRoleOf('member')])
    .executeTakeFirst()

/** The settings for the widget. The key grants no access, and closed workspaces aren't found. */
export const findByPublicKey = (db: Db, public_key: string) =>
  db
    .selectFrom('integration')
    .where('public_key', '=', public_key)
    .where('deletes_at', 'is', null)
    .select(['id', 'public_key', 'name', 'url', 'locale', 'locales', 'logo_id', 'hosts'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('member').whereRef('integration_id', '=', 'integration.id').select('user_id'))
        .$castTo<boolean>()
        .as('has_team'),
    )
    .executeTakeFirst()

/** The workspace's time zone. */
export const findTimeZone = async (db: Db, integration_id: string): Promise<string> =>
  (
    await db
      .selectFrom('integration')
      .where('id', '=', integration_id)
      .select('time_zone')
      .executeTakeFirstOrThrow()
  ).time_zone

export const findWebsite = (db: Db, integration_id: string) =>
  db
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .select(['name', 'url', 'hosts', 'locale', 'public_key'])
    .executeTakeFirst()

/** The name of a member that customers see. */
export const publicName = sql<string>`coalesce(nullif(member.display_name, ''), app_user.name)`

const newPublicKey = () => `pk_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`

export async function insertIntegration(
  tx: Tx,
  user_id: string,
  fields: { name: string; url: string; locale: Locale; time_zone?: string | undefined },
): Promise<Integration> {
  const { id } = await tx
    .insertInto('integration')
    .values({ ...fields, public_key: newPublicKey() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMember(tx, { integration_id: id, user_id, role: 'owner' })
  return getIntegration(tx, user_id, id)
}
/** The installation's own workspace, created if missing. It has no members, so it is in no one's list. */
export async function ensureSiteWorkspace(
  tx: Tx,
  fields: { name: string; url: string },
): Promise<{ id: string; public_key: string }> {
  await tx
    .insertInto('integration')
    .values({ ...fields, is_site_workspace: true, public_key: newPublicKey() })
    .onConflict((conflict) =>
      conflict
        .column('is_site_workspace')
        .where('is_site_workspace', '=', true)
        .doUpdateSet(fields)
        .where(({ eb, or }) =>
          or([eb('integration.name', '<>', fields.name), eb('integration.url', '<>', fields.url)]),
        ),
    )
    .execute()
  return tx
    .selectFrom('integration')
    .where('is_site_workspace', '=', true)
    .select(['id', 'public_key'])
    .executeTakeFirstOrThrow()
}

/** Deletes it with all its data. Idempotent. */
export const deleteSiteWorkspace = (tx: Tx) =>
  tx.deleteFrom('integration').where('is_site_workspace', '=', true).execute()

export const getIntegration = (db: Db, user_id: string, id: string): Promise<Integration> =>
  integrationsOf(db, user_id).where('id', '=', id).executeTakeFirstOrThrow()

/** The owner first, then by name. */
export const listTeam = (db: Db, integration_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .select(['app_user.id', 'app_user.name', 'app_user.avatar_id', 'member.role'])
    .orderBy(({ eb }) => eb('member.role', '<>', 'owner'))
    .orderBy('app_user.name')
    .orderBy('app_user.id')
    .execute()

/** Idempotent. */
export const insertMember = (
  tx: Tx,
  member: {
    integration_id: string
    user_id: string
    role: Role
    custom_role_id?: string | null
    conversation_access?: ConversationAccess
  },
) =>
  tx
    .insertInto('member')
    .values(member)
    .onConflict((conflict) => conflict.columns(['integration_id', 'user_id']).doNothing())
    .execute()

export const updateIntegration = (
  tx: Tx,
  integration_id: string,
  fields: {
    name?: string
    url?: string
    locale?: Locale
    locales?: Locale[]
    hosts?: string[]
  },
) =>
  tx
    .updateTable('integration')
    .set((eb) => ({
      ...fields,
      // A new website has to be confirmed again.
      ...(fields.url === undefined
        ? {}
        : {
            host_proven_at: eb
              .case()
              .when('url', '=', fields.url)
              .then(eb.ref('host_proven_at'))
              .else(null)
              .end(),
            host_checked_at: null,
          }),
    }))
    .where('id', '=', integration_id)
    .execute()

/** Locked until the commit: the default language depends on the offered ones. */
export const lockLanguages = (tx: Tx, integration_id: string) =>
  tx
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .select(['locale', 'locales'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Hosts besides the website's own that can embed the widget and be crawled. */
export const setHosts = (tx: Tx, integration_id: string, hosts: string[]) =>
  updateIntegration(tx, integration_id, { hosts })

/** False if unchanged. */
export const setNeedsTwoFactor = async (tx: Tx, integration_id: string, is_needed: boolean) =>
  (await tx
    .updateTable('integration')
    .set({ needs_two_factor: is_needed })
    .where('id', '=', integration_id)
    .where('needs_two_factor', '!=', is_needed)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Marks the setup as done, or its checklist as dismissed. False if unchanged. */
export const updateSetupState = async (
  tx: Tx,
  integration_id: string,
  what: 'onboarded_at' | 'setup_hidden_at',
  at: string,
) =>
  (await tx
    .updateTable('integration')
    .set({ [what]: at })
    .where('id', '=', integration_id)
    .where(what, 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const setOnboardingStep = (tx: Tx, integration_id: string, onboarding_step: OnboardingStep) =>
  tx.updateTable('integration').set({ onboarding_step }).where('id', '=', integration_id).execute()

/** For this session, and for the user's next one. */
export async function setActive(
  tx: Tx,
  session: { id_hash: Buffer; user: { id: string } },
  integration_id: string,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ active_integration_id: integration_id })
    .where('id_hash', '=', session.id_hash)
    .execute()
  await tx
    .updateTable('app_user')
    .set({ last_integration_id: integration_id })
    .where('id', '=', session.user.id)
    .execute()
}

/**
 * Locks the workspace until the commit: two concurrent changes could both find a name free, a place left under a limit,
 * or another owner. Rows that refer to the workspace can be inserted in the meantime.
 */
export const lockIntegration = (tx: Tx, integration_id: string) =>
  tx
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .select(['id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const listMemberIds = async (db: Db, integration_id: string): Promise<string[]> =>
  (
    await db.selectFrom('member').where('integration_id', '=', integration_id).select('user_id').execute()
  ).map(({ user_id }) => user_id)

export const countMembers = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('member')
      .where('integration_id', '=', integration_id)
      .select(({ fn }) => fn.countAll<number>().as('members'))
      .executeTakeFirstOrThrow()
  ).members

/** Whether there is anyone to hand a conversation over to. */
export const hasTeam = async (db: Db, integration_id: string): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .where('integration_id', '=', integration_id)
    .select('user_id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** All members, for mentions in notes. */
export const listMemberNames = (
  db: Db,
  integration_id: string,
): Promise<{ user_id: string; name: string; email: string }[]> =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('integration_id', '=', integration_id)
    .select(['user_id', 'name', 'email'])
    .execute()

/** For names shown with messages and in presence. */
export const findMember = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select(['user_id', 'name', 'role', 'conversation_access'])
    .select(customRoleOf('member'))
    .executeTakeFirst()

/** A member who can be assigned conversations, or the code of the error. */
export async function findAssignee(db: Db, integration_id: string, user_id: string) {
  const member = await findMember(db, integration_id, user_id)
  if (!member) return 'not_a_member'
  return can(member, 'conversations.answer') ? member : 'cannot_reply'
}

/** A member as customers see them. */
export interface PublicProfile {
  user_id: string
  name: string
  avatar_id: string | null
}
/** The member with this id: an expression for another query; null where there is none. */
export const publicProfileOf = (integration_id: string, user_id: RawBuilder<string | null>) =>
  sql<PublicProfile | null>`(
    select json_build_object('user_id', member.user_id, 'name', ${publicName}, 'avatar_id', avatar_id)
    from member join app_user on app_user.id = member.user_id
    where member.integration_id = ${integration_id} and member.user_id = ${user_id})`
export const findPublicProfile = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select(['user_id', 'avatar_id', 'signature', publicName.as('name')])
    .executeTakeFirst()
