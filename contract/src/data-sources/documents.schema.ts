import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { HttpUrl, Id, Locale, text, Time } from '../fields.schema.ts'
import { DataSource, FailureReason } from './data-sources.schema.ts'
import { documentCharsMax, documentsMax, externalIdCharsMax } from './documents.ts'

const isPrintable = (id: string) => !/\p{Cc}/u.test(id)
export const ExternalId = text(1, externalIdCharsMax).check(z.refine(isPrintable, 'external_id_invalid'))

export const PushDocument = z.object({
  /** Your id of the document. `/` separates folders: `help/returns`. */
  external_id: ExternalId,
  title: text(1, 300),
  text: text(1, documentCharsMax),
  format: z._default(z.enum(['markdown', 'html']), 'markdown'),
  /** The public URL of the document. Answers link to it. */
  url: z._default(z.nullable(HttpUrl), null),
  /** If null, detected from the text. */
  locale: z._default(z.nullable(Locale), null),
})
export type PushDocument = z.infer<typeof PushDocument>

const problems = ['not_found', 'forbidden', 'invalid_input'] as const
export const createApiSource = schemas({
  input: z.object({ id: Id, name: text(1, 120) }),
  output: DataSource,
  problems,
})
export const createPushKey = schemas({
  output: z.object({
    source: DataSource,
    /** The whole key. It is returned once, and only its hash is stored. */
    key: z.string(),
  }),
  problems,
})

export const putDocuments = schemas({
  input: z.object({
    documents: z.array(PushDocument).check(z.minLength(1), z.maxLength(documentsMax)),
  }),
  output: z.object({ added: z.int(), updated: z.int(), unchanged: z.int() }),
  problems: ['invalid_input', 'too_large'],
})
export const deleteDocuments = schemas({
  input: z.object({
    external_ids: z.array(ExternalId).check(z.minLength(1), z.maxLength(documentsMax)),
  }),
  output: z.object({ deleted: z.int(), missing: z.int() }),
  problems: ['invalid_input'],
})
export const DocumentState = z.object({
  external_id: z.string(),
  title: z.string(),
  /** `pending`: not indexed yet. `failed`: see `reason`; the last indexed version is still used. */
  status: z.enum(['pending', 'indexed', 'failed']),
  reason: z.nullable(FailureReason),
  pushed_at: Time,
})
export type DocumentState = z.infer<typeof DocumentState>
export const listDocuments = schemas({
  input: z.object({
    cursor: z.optional(z.string().check(z.maxLength(1_000))),
    limit: queryInt(1, 200, 100),
  }),
  output: z.object({ documents: z.array(DocumentState), next: z.nullable(z.string()) }),
  problems: ['invalid_input'],
})
