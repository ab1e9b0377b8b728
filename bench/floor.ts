import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Pool, types } from 'pg'

type Row = Record<string, unknown>
type Read = (...values: (string | number)[]) => Row[] | Promise<Row[]>

/**
 * The floor: the least work that can answer a signed-in page on this machine. It reads the session's row and the page's
 * rows from the same records, by prepared hand-written statements, and does nothing else. The difference to Elimu is
 * the cost of all that Elimu does beyond that.
 */
const { DATA_DIR = '', DATABASE_URL } = process.env
const prepare = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'elimu.sqlite'))

function openSqlite(file: string): (text: string) => Read {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full')
  return (text) => {
    const statement = database.prepare(text.replace(/\$\d/g, '?'))
    return (...values: SQLInputValue[]) => statement.all(...values)
  }
}

function openPostgres(connectionString: string): (text: string) => Read {
  // pg answers these types as text, but the numbers here fit into a JavaScript number.
  for (const type of [types.builtins.INT8, types.builtins.NUMERIC]) types.setTypeParser(type, Number)
  const pool = new Pool({ connectionString })
  let statements = 0
  return (text) => {
    const name = `floor_${++statements}`
    return async (...values) => (await pool.query<Row>({ name, text, values })).rows
  }
}

const findSession = prepare(`
  select sessions.created_at, sessions.seen_at, users.id, users.role_id, users.status
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1`)
const countUsers = prepare('select count(*) as total from users')
const readUsers = prepare(`
  select users.id, users.first_name, users.last_name, users.email, users.status, roles.id as role_id, roles.role
  from users join roles on roles.id = users.role_id
  order by users.search, users.id limit $1 offset $2`)
const countStudents = prepare('select count(*) as total from students')
const readStudents = prepare(`
  select students.id, ref, name, category, students.status, entry_exam, picture_id,
    liaison.first_name || ' ' || liaison.last_name as liaison,
    supporter.first_name || ' ' || supporter.last_name as supporter
  from students
  join users as liaison on liaison.id = students.liaison_id
  left join users as supporter on supporter.id = students.supporter_id
  order by students.search_all limit $1 offset $2`)

const readReportCards = prepare(`
  select record.id, student_id, year_id, term_id, class_id, year_name as year, term_name as term, class_name as class,
    school, record.status, liaison_comment, remark, users.first_name || ' ' || users.last_name as entered_by,
    record.updated_at, version, record.curriculum, grade, mark / 10.0 as mark, overall_level, teacher_comment,
    action_plan, psychosocial,
    '/api/files/' || file_id as "pathReport"
  from reports as record
  join years on years.id = year_id join terms on terms.id = term_id join classes on classes.id = class_id
  join schools on schools.id = school_id join users on users.id = entered_by
  where student_id = $1 and year_id = $2 order by term_id`)
const readMarks = prepare(`
  select report_id, marks.id, subject_id, subject_name, marks.mark / 10.0 as mark, marks.grade
  from reports join marks on report_id = reports.id join subjects on subjects.id = subject_id
  where student_id = $1 and year_id = $2 order by term_id, place, marks.id`)
const findStudent = prepare('select name, status from students where id = $1')
const readGallery = prepare(`
  select media.id, media.student_id, title, description,
    case when files.type = 'video/mp4' then 'video' else 'image' end as type, '/api/files/' || files.id as file_path,
    '/api/files/' || files.id || '?size=medium' as medium_path, '/api/files/' || files.id || '?size=thumb' as thumb_path,
    width, height, duration_ms / 1000.0 as duration, media.created_at
  from media join files on files.id = file_id
  where media.student_id = $1 order by media.created_at desc, media.id desc`)

const app = fastify()
app.addHook('onRequest', async ({ headers: { cookie = '' } }, reply) => {
  const token = /elimu_session=([\w-]+)/.exec(cookie)?.[1] ?? ''
  const sessions = await findSession(createHash('sha256').update(token).digest('base64url'))
  return sessions.length > 0 ? undefined : reply.code(401).send({ message: 'Unauthenticated.' })
})

app.get<{ Querystring: { page: string; size: string } }>('/api/getUsers', async (request) => {
  const [count] = await countUsers()
  const rows = await readUsers(...placeOf(request.query))
  const data = rows.map(({ role_id, role, ...row }) => Object.assign(row, { roles: { id: role_id, role } }))
  return { data, meta: { total: count?.['total'] } }
})

app.get<{ Querystring: { page: string; size: string } }>('/api/students', async (request) => {
  const [count] = await countStudents()
  const rows = await readStudents(...placeOf(request.query))
  const data = rows.map(({ picture_id, ...row }) => {
    const path = picture_id === null ? null : `/api/files/${Number(picture_id)}`
    return Object.assign(row, { path })
  })
  return { data, meta: { total: count?.['total'] } }
})

app.get<{ Querystring: { student: string; year: string } }>('/api/reports', async (request) => {
  const asked = [Number(request.query.student), Number(request.query.year)]
  const data = await readReportCards(...asked)
  const marks = new Map<unknown, Row[]>(data.map(({ id }) => [id, []]))
  for (const { report_id, ...mark } of await readMarks(...asked)) marks.get(report_id)?.push(mark)
  for (const row of data) Object.assign(row, { marks: marks.get(row['id']) })
  return { data }
})

app.get<{ Params: { id: string } }>('/api/students/:id', async (request) => {
  const id = Number(request.params.id)
  const [student] = await findStudent(id)
  return { data: { ...student, gallery: await readGallery(id) } }
})

function placeOf({ page, size }: { page: string; size: string }): [limit: number, offset: number] {
  return [Number(size), (Number(page) - 1) * Number(size)]
}

const port = Number(process.env['PORT'])
await app.listen({ port, host: '127.0.0.1' })
process.stdout.write(`The floor listens at http://localhost:${port}\n`)
