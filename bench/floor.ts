import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The least that answers a signed-in list page on this machine: the session's row and the page's rows by
 * hand-written statements from the same file, and nothing else. What Elimu does beyond it costs the difference.
 */
const database = new DatabaseSync(join(process.env['DATA_DIR'] ?? '', 'elimu.sqlite'))
database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full')

const findSession = database.prepare(`
  select sessions.created_at, sessions.seen_at, users.id, users.role_id, users.status
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = ?`)
const countUsers = database.prepare('select count(*) as total from users')
const readUsers = database.prepare(`
  select users.id, users.first_name, users.last_name, users.email, users.status, roles.id as role_id, roles.role
  from users join roles on roles.id = users.role_id
  order by users.search, users.id limit ? offset ?`)

const app = fastify()

app.get<{ Querystring: { page: string; size: string } }>('/api/getUsers', async (request, reply) => {
  const token = /elimu_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const session = findSession.get(createHash('sha256').update(token).digest('base64url'))
  if (!session) return reply.code(401).send({ message: 'Unauthenticated.' })

  const size = Number(request.query.size)
  const total = countUsers.get()?.['total']
  const rows = readUsers.all(size, (Number(request.query.page) - 1) * size)
  const data = rows.map(({ id, first_name, last_name, email, status, role_id, role }) => {
    return { id, first_name, last_name, email, status, roles: { id: role_id, role } }
  })
  return { data, meta: { total } }
})

const port = Number(process.env['PORT'])
await app.listen({ port, host: '127.0.0.1' })
process.stdout.write(`The floor listens at http://localhost:${port}\n`)
