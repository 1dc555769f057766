import pg from 'pg'

/** Runs statements on the server's own database. */
export async function onServer(database_url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server. */
export function siblingUrl(database_url: string, name: string): string {
  const url = new URL(database_url)
  url.pathname = `/${name}`
  return url.href
}
