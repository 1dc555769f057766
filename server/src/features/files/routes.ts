import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyRequest } from 'fastify'
import { type VisitorActor, writingVisitor } from '#features/contacts'
import { member } from '#features/integrations'
import type { Guard } from '#platform/http/guard.ts'
import type { On } from '#platform/http/mount.ts'
import { ipPrefix } from '#platform/http/rate-limits.ts'
import * as service from './service.ts'

const { bytes_max } = contract.fileLimits
const memberLimit = { name: 'member-file', points: 120, per_s: 60 }
const visitorLimit = { name: 'visitor-file', points: 30, per_s: 300 }
/** A network can open any number of sessions, and small pictures can take long to draw. */
const visitorNetworkLimit = { name: 'visitor-file-network', points: 100, per_s: 300 }
/** Keyed by bearer token, so visitors who share a network don't share the limit. */
const perVisitor = ({ headers, ip }: FastifyRequest) => headers.authorization ?? ipPrefix(ip)

/** A visitor in a conversation, so that knowing a page's address isn't enough to upload files. */
const sendingVisitor: Guard<VisitorActor, VisitorActor> = {
  ...writingVisitor,
  async authorize(ctx, request, identity) {
    const actor = await writingVisitor.authorize(ctx, request, identity)
    await service.assertCanUpload(ctx, actor)
    return actor
  },
}

export function fileRoutes(on: On) {
  on.upload(contract.uploadFile, schemas.uploadFile, member('conversations.answer'), service.uploadFile, {
    bytes_max,
    limits: [{ limit: memberLimit }],
  })
  on.upload(
    contract.uploadVisitorFile,
    schemas.uploadVisitorFile,
    sendingVisitor,
    service.uploadVisitorFile,
    { bytes_max, limits: [{ limit: visitorNetworkLimit }, { limit: visitorLimit, key: perVisitor }] },
  )
}
