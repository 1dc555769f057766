import type { Names } from './names.ts'

export const contractFiles = ({ feature, singular, camel, Pascal, Pascals, snake, words, word }: Names) => ({
  [`contract/src/${feature}/${feature}.ts`]: `import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './${feature}.schema.ts'

export type { ${Pascal} } from './${feature}.schema.ts'

export const ${camel}NameCharsMax = 80

/** Lists all ${words}, oldest first. */
export const list${Pascals} = defineRoute<typeof schema.list${Pascals}>()(
  'GET',
  '/api/integration/:integration_id/${singular}',
)
/** Creates a ${word}. */
export const create${Pascal} = defineRoute<typeof schema.create${Pascal}>()(
  'POST',
  '/api/integration/:integration_id/${singular}',
)
/** Deletes a ${word}. */
export const delete${Pascal} = defineRoute<typeof schema.delete${Pascal}>()(
  'DELETE',
  '/api/integration/:integration_id/${singular}/:${snake}_id',
)

export const ${camel}Created = defineEvent<typeof schema.${camel}Created>()('${Pascal}Created', workspaceChannel)
export const ${camel}Deleted = defineEvent<typeof schema.${camel}Deleted>()('${Pascal}Deleted', workspaceChannel)

export const apply${Pascal}Created = (list: readonly schema.${Pascal}[], created: schema.${Pascal}): schema.${Pascal}[] =>
  list.some(({ id }) => id === created.id) ? [...list] : [...list, created]
export const apply${Pascal}Deleted = (list: readonly schema.${Pascal}[], { id }: { id: string }): schema.${Pascal}[] =>
  list.filter((${camel}) => ${camel}.id !== id)
`,
  [`contract/src/${feature}/${feature}.schema.ts`]: `import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { ${camel}NameCharsMax } from './${feature}.ts'

export const ${Pascal} = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  created_at: Time,
})
export type ${Pascal} = z.infer<typeof ${Pascal}>

export const list${Pascals} = schemas({ output: z.array(${Pascal}), problems: ['not_found'] })
export const create${Pascal} = schemas({
  input: z.object({ name: text(1, ${camel}NameCharsMax) }),
  output: ${Pascal},
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const delete${Pascal} = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const ${camel}Created = ${Pascal}
export const ${camel}Deleted = z.object({ id: Id, integration_id: Id })
`,
})
