/** Why the database couldn't be opened or migrated. */
export type DatabaseErrorCode =
  | 'in_use' // another process holds the folder
  | 'other_major' // the folder was written by another major version of PostgreSQL
  | 'unreachable' // no answer at DATABASE_URL, or the login failed
  | 'too_old' // the server is older than the oldest supported version
  | 'edited_migration' // an applied migration was edited
  | 'newer_schema' // the database has migrations this code doesn't know

/** An error that ends the start; the message is meant for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
