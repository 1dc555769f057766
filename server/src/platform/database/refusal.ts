/** Why the database was not opened or not migrated. */
export type DatabaseRefusalCode =
  | 'in_use' // another process holds the folder
  | 'other_major' // the folder was written by another major version of PostgreSQL
  | 'unreachable' // no answer at DATABASE_URL, or it turned us away
  | 'too_old' // the server is older than the oldest we support
  | 'edited_migration' // an applied migration no longer reads as it did
  | 'newer_schema' // the database knows migrations that this code does not

/** A refusal that ends the start; the message is meant for the person who started the process. */
export class DatabaseRefusal extends Error {
  readonly code: DatabaseRefusalCode

  constructor(code: DatabaseRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseRefusal'
    this.code = code
  }
}
