/*
 * Writes until it is killed: node writer.ts <data_dir>
 * Prints `ready` when it is open, then the number of each row after its commit was acknowledged.
 */
import { pino } from 'pino'
import { connectDatabase } from '../connect-database.ts'

const database = await connectDatabase({ data_dir: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
await database.pool.query('create table if not exists line (id bigint primary key, word text not null)')
await database.pool.query('create table if not exists total (lines bigint not null)')
await database.pool.query('insert into total select 0 where not exists (select from total)')
const { rows } = await database.pool.query('select coalesce(max(id), 0) as last from line')
let last: number = rows[0].last
process.stdout.write('ready\n')

async function write() {
  for (;;) {
    const id = ++last
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('insert into line values ($1, $2)', [id, 'x'.repeat(id % 3000)])
    await client.query('update total set lines = lines + 1')
    await client.query('commit')
    client.release()
    process.stdout.write(`${id}\n`)
  }
}

async function disturb() {
  for (;;) {
    await database.pool.query('checkpoint')
    await database.pool.query('vacuum total')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

await Promise.all([write(), write(), write(), disturb()])
