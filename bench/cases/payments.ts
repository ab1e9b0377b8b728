import { timed, type Settings, watchOthers, withElimu } from '../elimu.ts'
import { bounded, type Measurement } from '../figures.ts'

/** The payment of a term for 10,000 students: how long it takes to propose, read and send it, and how long other users wait. */
export const payments = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async (elimu) => {
    const { data } = (await (await elimu.get('/api/years')).json()) as {
      data: { id: number; year_name: string }[]
    }
    const year_id = data.find(({ year_name }) => year_name === '2027')?.id
    let id = 0
    const propose = async () => {
      const answer = await elimu.post('/api/payments', { year_id, term_id: 1 })
      id = ((await answer.json()) as { data: { id: number } }).data.id
      const lines = (await (await elimu.get(`/api/payments/${id}`)).json()) as { data: { lines: unknown[] } }
      if (lines.data.lines.length < 5_000) throw new Error(`there were ${lines.data.lines.length} lines`)
    }
    const send = async () => void (await (await elimu.post(`/api/payments/${id}/ready`, {})).arrayBuffer())
    const measured: Measurement[] = []
    for (const [name, work, most] of [
      ['proposing a payment for 10,000', propose, 1_000],
      ['sending it for approval', send, 5_000],
    ] as const) {
      const others = watchOthers(elimu)
      const ms = await timed(work)
      const waited = await others.end()
      measured.push(bounded(name, ms, most, 'ms'))
      measured.push(bounded(`others wait meanwhile at most (${name})`, Math.max(...waited), 50, 'ms'))
    }
    return measured
  })
