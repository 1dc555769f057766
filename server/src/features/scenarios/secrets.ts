import {
  type Input,
  Problem,
  type ScenarioSecret,
  scenarioSecretsChanged,
  scenarioSecretsMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import * as secrets from './secret-store.ts'
import { lockScenarios } from './store.ts'

/* Keys for the headers of requests. No response, event or log contains a value. */

const keyOf = (ctx: Context) => ctx.secrets.derive('scenario-secrets')
const locationOf = (integration_id: string, name: string) =>
  `scenario_secret|value_sealed|${integration_id}|${name}`

export const listScenarioSecrets = (ctx: Context, { integration_id }: MemberActor) =>
  secrets.listSecrets(ctx.db, integration_id)

/** @throws Problem `invalid_input` on `origin` */
function readOrigin(ctx: Context, url: string): string {
  const problem = ctx.egress.staticUrlProblem(url)
  const origin = URL.parse(url)?.origin
  if (problem === 'blocked') throw validationError('origin', 'url_blocked')
  if (problem || !origin) throw validationError('origin', 'url_invalid')
  return origin
}

/** Creates a secret or replaces its value. */
export const saveScenarioSecret = (
  ctx: Context,
  actor: MemberActor,
  { secret_name: name, value, ...input }: Input<typeof contract.saveScenarioSecret>,
): Promise<ScenarioSecret> =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    if (!/^[A-Za-z]\w{0,39}$/.test(name)) throw validationError('secret_name', 'variable_name_invalid')
    const origin = readOrigin(ctx, input.origin)
    if (!/^[\x20-\x7e]+$/.test(value)) throw validationError('value', 'secret_value_invalid')
    await lockScenarios(tx, integration_id)
    if ((await secrets.countOthers(tx, integration_id, name)) >= scenarioSecretsMax)
      throw validationError('secret_name', `too_many:${scenarioSecretsMax}`)
    await secrets.upsertSecret(tx, {
      integration_id,
      name,
      origin,
      value_sealed: seal(keyOf(ctx), locationOf(integration_id, name), value),
      updated_at: isoNow(ctx),
      updated_by_name: actor.name,
    })
    await record(ctx, tx, actor, { action: 'scenario_secret_saved', subject: name })
    tx.emit(scenarioSecretsChanged, { integration_id })
    return secrets.findSecret(tx, integration_id, name)
  })

/** @throws Problem `not_found` */
export const deleteScenarioSecret = (
  ctx: Context,
  actor: MemberActor,
  { secret_name: name }: Input<typeof contract.deleteScenarioSecret>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    if (!(await secrets.deleteSecret(tx, integration_id, name))) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'scenario_secret_deleted', subject: name })
    tx.emit(scenarioSecretsChanged, { integration_id })
    return null
  })

/**
 * Decrypts secrets for one request.
 *
 * @returns their values by name; undefined if one is missing, unreadable or belongs to another server
 */
export async function openSecrets(
  ctx: Context,
  integration_id: string,
  names: readonly string[],
  url: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (names.length === 0) return new Map()
  const origin = URL.parse(url)?.origin
  const sealed = await secrets.listSealed(ctx.db, integration_id, names)
  const matching = sealed.filter((each) => each.origin === origin)
  if (matching.length < new Set(names).size) return undefined
  try {
    return new Map(
      matching.map(({ name, value_sealed }) => [
        name,
        unseal(keyOf(ctx), locationOf(integration_id, name), value_sealed),
      ]),
    )
  } catch (error) {
    // The installation's keys were replaced.
    ctx.log.warn({ err: error, integration_id }, 'scenarios: a secret could not be decrypted')
    return undefined
  }
}
