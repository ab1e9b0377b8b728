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
const countStudents = database.prepare('select count(*) as total from students')
const readStudents = database.prepare(`
  select students.id, ref, name, category, students.status, picture_id,
    liaison.first_name || ' ' || liaison.last_name as liaison,
    supporter.first_name || ' ' || supporter.last_name as supporter
  from students
  join users as liaison on liaison.id = students.liaison_id
  left join users as supporter on supporter.id = students.supporter_id
  order by students.search_all limit ? offset ?`)

const readReports = database.prepare(`
  select record.id, student_id, year_id, term_id, class_id, year_name as year, term_name as term, class_name as class,
    school, record.status, liaison_comment, remark, users.first_name || ' ' || users.last_name as entered_by,
    record.updated_at, version, grade, mark / 10.0 as mark, teacher_comment, action_plan, psychosocial,
    '/api/files/' || file_id as pathReport
  from reports as record
  join years on years.id = year_id join terms on terms.id = term_id join classes on classes.id = class_id
  join schools on schools.id = school_id join users on users.id = entered_by
  where student_id = ? and year_id = ? order by term_id`)
const readMarks = database.prepare(`
  select marks.id, subject_id, subject_name, mark / 10.0 as mark, grade
  from marks join subjects on subjects.id = subject_id where report_id = ? order by place, marks.id`)
const findStudent = database.prepare('select name, status from students where id = ?')
const readGallery = database.prepare(`
  select media.id, media.student_id, title, description,
    case when files.type = 'video/mp4' then 'video' else 'image' end as type, '/api/files/' || files.id as file_path,
    '/api/files/' || files.id || '?size=medium' as medium_path, '/api/files/' || files.id || '?size=thumb' as thumb_path,
    width, height, duration_ms / 1000.0 as duration, media.created_at
  from media join files on files.id = file_id
  where media.student_id = ? order by media.created_at desc, media.id desc`)

const app = fastify()

app.get<{ Querystring: { page: string; size: string } }>('/api/getUsers', async (request, reply) => {
  if (!hasSession(request.headers.cookie)) return reply.code(401).send({ message: 'Unauthenticated.' })
  const total = countUsers.get()?.['total']
  const data = readUsers.all(...placeOf(request.query)).map((row) => {
    const { id, first_name, last_name, email, status, role_id, role } = row
    return { id, first_name, last_name, email, status, roles: { id: role_id, role } }
  })
  return { data, meta: { total } }
})

app.get<{ Querystring: { page: string; size: string } }>('/api/students', async (request, reply) => {
  if (!hasSession(request.headers.cookie)) return reply.code(401).send({ message: 'Unauthenticated.' })
  const total = countStudents.get()?.['total']
  const data = readStudents.all(...placeOf(request.query)).map((row) => {
    const { id, ref, name, category, status, picture_id, liaison, supporter } = row
    const path = picture_id === null ? null : `/api/files/${Number(picture_id)}`
    return { id, ref, name, category, status, liaison, supporter, path }
  })
  return { data, meta: { total } }
})

app.get<{ Querystring: { student: string; year: string } }>('/api/reports', async (request, reply) => {
  if (!hasSession(request.headers.cookie)) return reply.code(401).send({ message: 'Unauthenticated.' })
  const { student, year } = request.query
  const data = readReports.all(Number(student), Number(year))
  for (const row of data) Object.assign(row, { marks: readMarks.all(row['id'] as number) })
  return { data }
})

app.get<{ Params: { id: string } }>('/api/students/:id', async (request, reply) => {
  if (!hasSession(request.headers.cookie)) return reply.code(401).send({ message: 'Unauthenticated.' })
  const id = Number(request.params.id)
  return { data: { ...findStudent.get(id), gallery: readGallery.all(id) } }
})

function hasSession(cookies = ''): boolean {
  const token = /elimu_session=([\w-]+)/.exec(cookies)?.[1] ?? ''
  return findSession.get(createHash('sha256').update(token).digest('base64url')) !== undefined
}

function placeOf({ page, size }: { page: string; size: string }): [limit: number, offset: number] {
  return [Number(size), (Number(page) - 1) * Number(size)]
}

const port = Number(process.env['PORT'])
await app.listen({ port, host: '127.0.0.1' })
process.stdout.write(`The floor listens at http://localhost:${port}\n`)
