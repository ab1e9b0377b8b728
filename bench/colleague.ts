import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { PASSWORD } from './prepareData.ts'

/** The answers of a proxy when no process answers. */
const UNANSWERED = new Set([502, 503, 504])
const REPEAT_AFTER_MS = 250
const PIECE = 2 * 1024 * 1024

const report = {
  year_id: '1',
  term_id: '1',
  class_id: '1',
  grade: 'B',
  mark: '61.5',
  liaison_comment: 'Likes her school.',
  action_plan: 'More mathematics.',
  psychosocial: 'Well settled.',
  'marks[0][subject_id]': '1',
  'marks[0][mark]': '61',
  'marks[0][grade]': 'B-',
}

export type Saved = { id: number; comment: string; pdf: Uint8Array<ArrayBuffer> }
export type Colleague = Awaited<ReturnType<typeof createColleague>>

/** A user of the page, who stores its cookies and, like the page, repeats unanswered calls. */
export async function createColleague(url: string, email: string) {
  const cookies = new Map<string, string>()
  const saved: Saved[] = []
  const counts = { calls: 0, repeats: 0, signedOut: 0, slowestMs: 0 }

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(init.headers as Record<string, string>),
    }
    const answer = await fetch(new URL(path, url), { ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return answer
  }

  /** Repeats a call until it is answered. `begin` starts each try. */
  async function keepSending(begin: () => Promise<Response>): Promise<Response> {
    const began = performance.now()
    for (;;) {
      const answer = await begin().catch(() => undefined)
      if (answer && !UNANSWERED.has(answer.status)) {
        counts.calls += 1
        counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began)
        if ([401, 419].includes(answer.status)) counts.signedOut += 1
        return answer
      }
      await answer?.body?.cancel()
      counts.repeats += 1
      await sleep(REPEAT_AFTER_MS)
    }
  }

  async function json(begin: () => Promise<Response>): Promise<unknown> {
    const answer = await keepSending(begin)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status} ${text}`)
    return text && JSON.parse(text)
  }

  async function save(path: string, fields: Record<string, string | File>): Promise<number> {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await json(() => send(path, { method: 'POST', body, headers }))
    return (answer as { data: { id: number } }).data.id
  }

  await json(() => send('/sanctum/csrf-cookie'))
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  }
  await json(() => send('/api/login', signIn))

  return {
    counts,
    saved,
    read: (path: string) => json(() => send(path)),
    async download(path: string): Promise<Uint8Array> {
      return new Uint8Array(await (await keepSending(() => send(path))).arrayBuffer())
    },
    /** A report card of one mark, with a PDF that no other has. */
    async addReportCard(student: number): Promise<void> {
      const comment = `Works hard. ${randomUUID()}`
      const pdf = Uint8Array.from(Buffer.from(`%PDF-1.4\n${comment}${' '.repeat(50_000)}\n%%EOF\n`))
      const id = await save('/api/reports?query=', {
        ...report,
        student_id: String(student),
        teacher_comment: comment,
        report: new File([pdf], 'report.pdf', { type: 'application/pdf' }),
      })
      saved.push({ id, comment, pdf })
    },
    /** Uploads a video in pieces. After a piece without an answer it asks how much has arrived, and resumes there. */
    async addFilm(student: number, film: Uint8Array<ArrayBuffer>): Promise<number> {
      const tus = { 'tus-resumable': '1.0.0' }
      const begin = { ...tus, 'upload-length': String(film.length) }
      const begun = await keepSending(() => send(UPLOADS_PATH, { method: 'POST', headers: begin }))
      const address = new URL(begun.headers.get('location') ?? '', url).pathname
      for (let at = 0; at < film.length;) {
        const type = 'application/offset+octet-stream'
        const headers = { ...tus, 'content-type': type, 'upload-offset': String(at) }
        const body = film.slice(at, at + PIECE)
        await send(address, { method: 'PATCH', headers, body }).catch(() => undefined)
        const arrived = await keepSending(() => send(address, { method: 'HEAD', headers: tus }))
        at = Number(arrived.headers.get('upload-offset'))
      }
      const sha256 = createHash('sha256').update(film).digest('hex')
      const told = { title: 'Sports day', description: 'Third place in the 800 metres.' }
      const upload = address.split('/').at(-1) ?? ''
      await save('/api/gallery?query=', { student_id: String(student), ...told, upload, sha256 })
      return 1
    },
  }
}
