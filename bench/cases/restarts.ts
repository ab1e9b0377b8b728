import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { launch, type Running, type Settings, signIn, USERS_PAGE } from '../elimu.ts'
import { bounded, CONNECTIONS, type Measurement } from '../figures.ts'

/** How long the load runs before and after something restarts. */
const AROUND_MS = 2_000
const RETRY_MS = 100

/** What users may see while something is away. */
const AWAY = new Set([502, 503])

type Init = { method?: string; body?: string; headers?: Record<string, string> }
type Answers = { all: number; away: number; others: Map<number, number>; slowest: number }

/**
 * Two processes behind a balancer, while one after the other restarts, one is killed, and PostgreSQL restarts. What was
 * answered `saved` must be stored once, and all that users may see is 502 and 503.
 */
export async function restarts(
  settings: Settings,
  _filled: unknown,
  restartDatabase: () => Promise<void>,
): Promise<Measurement[]> {
  const shared = { ...settings, APP_SECRET: randomUUID(), SESSION_CALLS_A_MINUTE: '0', LOG_LEVEL: 'info' }
  const start = () => launch(['scripts/start.mjs'], shared)
  const processes: Running[] = [await start(), await start()]
  const headers = { ...(await signIn(processes[0]?.url ?? '')), 'content-type': 'application/json' }
  const saved: string[] = []
  const measurements: Measurement[] = []

  /** As a proxy does: asks the next process if one refuses the connection, and answers 502 if it breaks. */
  async function ask(path: string, init: Init): Promise<number> {
    for (const { url } of Math.random() < 0.5 ? processes : processes.toReversed()) {
      try {
        const answer = await fetch(url + path, {
          ...init,
          headers: { ...headers, ...init.headers },
        })
        await answer.arrayBuffer()
        return answer.status
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string }
        if (code !== 'ECONNREFUSED') return 502
      }
    }
    return 502
  }

  async function measure(name: string, event: () => Promise<void>): Promise<void> {
    const answers: Answers = { all: 0, away: 0, others: new Map(), slowest: 0 }
    const over = new AbortController()
    const count = async (path: string, init: Init = {}): Promise<number> => {
      const began = performance.now()
      const status = await ask(path, init)
      answers.all += 1
      answers.slowest = Math.max(answers.slowest, performance.now() - began)
      if (AWAY.has(status)) answers.away += 1
      else if (status !== 200) answers.others.set(status, (answers.others.get(status) ?? 0) + 1)
      return status
    }
    const read = async () => {
      while (!over.signal.aborted) await count(USERS_PAGE)
    }
    const write = async () => {
      let unsaved = newCluster()
      while (!over.signal.aborted) {
        const status = await count('/api/clusters', unsaved.init)
        if (status === 200) saved.push(unsaved.name)
        // The page repeats a call under the same key.
        if (AWAY.has(status)) await pause(RETRY_MS)
        else unsaved = newCluster()
      }
    }
    const load = Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => (index % 2 ? read() : write())),
    )
    try {
      await pause(AROUND_MS)
      await event()
      await pause(AROUND_MS)
    } finally {
      over.abort()
      await load
    }
    const others = [...answers.others].map(([status, times]) => `${times} times ${status}`).join(', ')
    measurements.push({
      name,
      elimu: `${answers.away} of ${answers.all.toLocaleString('en')} answers 502 or 503${others && `, ${others}`}`,
      latency: `slowest ${Math.round(answers.slowest)} ms`,
      target: 'no other failure',
      isMet: others === '',
    })
  }

  async function replace(index: number, end: (running: Running) => Promise<void>): Promise<void> {
    const running = processes[index]
    if (running) await end(running)
    processes[index] = await start()
  }

  try {
    await measure('one process after the other restarts', async () => {
      for (const index of [0, 1]) await replace(index, (running) => running.stop())
    })
    await measure('a process is killed', () => replace(0, (running) => running.kill()))
    await measure('the database restarts', restartDatabase)
  } finally {
    for (const running of processes) await running.stop()
  }
  const stored = await storedClusters(settings['DATABASE_URL'] ?? '')
  return [
    ...measurements,
    bounded(
      `acknowledged writes lost, of ${saved.length}`,
      saved.filter((name) => !stored.has(name)).length,
      0,
      '',
    ),
    bounded('writes stored twice', [...stored.values()].filter((times) => times > 1).length, 0, ''),
  ]
}

function newCluster() {
  const name = `Restart ${randomUUID()}`
  const body = JSON.stringify({ cluster_name: name })
  return { name, init: { method: 'POST', body, headers: { 'idempotency-key': randomUUID() } } }
}

/** How often each name is stored. */
async function storedClusters(url: string): Promise<Map<string, number>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; times: number }>(
    'select cluster_name as name, count(*)::int as times from clusters group by cluster_name',
  )
  await client.end()
  return new Map(rows.map(({ name, times }) => [name, times]))
}
