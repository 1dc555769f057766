import { normalizeText, type Input, type CustomField, customFieldsMax, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

type Created = Input<typeof contract.createContactField> & { is_required?: boolean }
type Changed = Input<typeof contract.updateContactField> & { is_required?: boolean | undefined }

/** Names are compared ignoring case. */
const isTaken = (fields: CustomField[], name: string, field_id?: string) =>
  fields.some((field) => field.id !== field_id && normalizeText(field.name) === normalizeText(name))
/** @throws Problem `invalid_input` for a list without options */
function choicesOf(type: CustomField['type'], options: string[]): string[] {
  if (type !== 'list') return []
  if (options.length === 0) throw validationError('options', 'options_required')
  return [...new Set(options)]
}
/** Changes of one field and, if it moves, the positions of the others. */
function changesOf<Changes extends object>(
  fields: readonly CustomField[],
  field: CustomField,
  position: number | undefined,
  changes: Changes,
) {
  const others = fields.filter(({ id }) => id !== field.id)
  const ordered =
    position === undefined ? fields : [...others.slice(0, position), field, ...others.slice(position)]
  return ordered
    .map(({ id, position: before }, index) => ({
      id,
      values: { ...(id === field.id ? changes : {}), ...(before === index ? {} : { position: index }) },
    }))
    .filter(({ values }) => Object.keys(values).length > 0)
}

interface FieldTools<Field> {
  holder: store.FieldOwner
  lockedList: (tx: Tx, integration_id: string) => Promise<Field[]>
  changed: (tx: Tx, field: Field) => void
}

function createField<Field extends CustomField>(
  { holder, lockedList, changed }: FieldTools<Field>,
  ctx: Context,
  actor: MemberActor,
  { name, type, options, is_required }: Created,
): Promise<Field> {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const fields = await lockedList(tx, integration_id)
    if (fields.length >= customFieldsMax) throw validationError('name', `fields_full:${customFieldsMax}`)
    if (isTaken(fields, name)) throw validationError('name', 'field_name_taken')
    const choices = choicesOf(type, options)
    const field = (await store.insertField(tx, holder, {
      integration_id,
      name,
      type,
      options: choices,
      position: (fields.at(-1)?.position ?? -1) + 1,
      ...definedFields({ is_required }),
    })) as Field // as `list` of `fieldsOf`
    await record(ctx, tx, actor, { action: `${holder}_field_created`, subject: name })
    changed(tx, field)
    return field
  })
}

/**
 * Operations on custom fields of contacts or conversations.
 *
 * @param emitField emits a created or changed field, and a deleted one
 */
export function fieldsOf<Field extends CustomField>(
  holder: store.FieldOwner,
  emitField: {
    changed: (tx: Tx, field: Field) => void
    deleted: (tx: Tx, deleted: { id: string; integration_id: string }) => void
  },
) {
  // The columns of each table are those of its field.
  const list = (db: Db, integration_id: string) =>
    store.listFields(db, holder, integration_id) as Promise<Field[]>

  const lockedList = async (tx: Tx, integration_id: string) => {
    await store.lockFields(tx, holder, integration_id)
    return list(tx, integration_id)
  }

  const create = (ctx: Context, actor: MemberActor, created: Created): Promise<Field> =>
    createField({ holder, lockedList, changed: emitField.changed }, ctx, actor, created)

  const update = (
    ctx: Context,
    actor: MemberActor,
    { field_id, name, options, position, is_required }: Changed,
  ): Promise<Field> => {
    const { integration_id } = actor
    return ctx.transaction(async (tx) => {
      const fields = await lockedList(tx, integration_id)
      const field = fields.find(({ id }) => id === field_id)
      if (!field) throw new Problem('not_found')
      if (name !== undefined && isTaken(fields, name, field_id))
        throw validationError('name', 'field_name_taken')
      const changes = {
        ...definedFields({ name, is_required }),
        ...(field.type === 'list' && options ? { options: choicesOf(field.type, options) } : {}),
      }
      let updated = field
      for (const change of changesOf(fields, field, position, changes)) {
        const saved = await store.updateField(
          tx,
          holder,
          { integration_id, field_id: change.id },
          change.values,
        )
        if (!saved) continue
        // as `list`
        if (change.id === field_id) updated = saved as Field
        emitField.changed(tx, saved as Field)
      }
      const changed = Object.keys(definedFields({ name, options, position, is_required }))
      if (changed.length > 0)
        await record(ctx, tx, actor, {
          action: `${holder}_field_changed`,
          subject: field.name,
          details: { fields: changed.join(' ') },
        })
      return updated
    })
  }

  const remove = async (ctx: Context, actor: MemberActor, { field_id }: { field_id: string }) => {
    const { integration_id } = actor
    await ctx.transaction(async (tx) => {
      const field = (await list(tx, integration_id)).find(({ id }) => id === field_id)
      if (!field || !(await store.deleteField(tx, holder, { integration_id, field_id })))
        throw new Problem('not_found')
      await record(ctx, tx, actor, { action: `${holder}_field_deleted`, subject: field.name })
      emitField.deleted(tx, { id: field_id, integration_id })
    })
    return null
  }

  return {
    /** In order. */
    list,
    listOf: (ctx: Context, { integration_id }: MemberActor) => list(ctx.db, integration_id),
    /**
     * @throws Problem `invalid_input` on `name` or `options`, as documented for `NewCustomField` in the contract
     */
    create,
    /** @throws Problem as `create` */
    update,
    /** Deletes all its values. */
    remove,
  }
}
