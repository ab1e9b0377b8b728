import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError, errorBody, notFound } from '../base/ApiError.ts'
import { hashOf } from '../base/hashing.ts'
import { isEqual } from '../base/signing.ts'
import { clockDifference } from '../database/clockDifference.ts'
import { connectionsOf } from '../database/connect.ts'
import { databaseTimeOfProcess } from '../database/databaseTime.ts'
import { diskSpace } from '../files/diskSpace.ts'
import type { Services } from '../Services.ts'
import { version } from '../version.ts'
import { createHistogram, METRICS_TYPE, type Metric, metricsText } from './metricsText.ts'
import type { App } from './schemas.ts'

/** How long the figures of the database may take. Without them the answer still has those of the process. */
const DATABASE_MS = 4_000
/** The interval of the timer whose delay is measured. */
const TICK_MS = 10

/** For Prometheus: the figures of this process, and those of the charity. Off without `METRICS_TOKEN`. */
export function metricsRoute(app: App, services: Services): void {
  const { metricsToken } = services.config
  const read = metricsToken === undefined ? undefined : measure(app, services)
  const route = {
    config: { isPublic: true, isPlain: true },
    schema: { summary: 'The figures for Prometheus', response: { 200: z.unknown(), '4xx': errorBody } },
  }
  app.get('/api/metrics', route, async (request, reply) => {
    if (metricsToken === undefined || !read) throw notFound()
    if (!isToken(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw new ApiError(401, 'The token of the metrics is missing or wrong.')
    }
    return reply.type(METRICS_TYPE).send(metricsText(await read()))
  })
}

/** Compares hashes, which have the same length. The name of the scheme is in any case. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer (.*)$/i.exec(authorization ?? '') ?? []
  return isEqual(hashOf(Buffer.from(given)), hashOf(Buffer.from(token)))
}

function measure(app: App, services: Services): () => Promise<Metric[]> {
  const calls = createHistogram(
    'http_request_duration_seconds',
    'Time to answer, by method, route and status',
  )
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    calls.add({ method, route: routeOptions.url ?? 'unknown', status: statusCode }, elapsedTime / 1000)
    done()
  })
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  app.addHook('onClose', (_app, done) => {
    delay.disable()
    done()
  })

  return async () => {
    const late = pause(DATABASE_MS, undefined, { ref: false })
    const stored = await Promise.race([storedFigures(services), late]).catch((error: unknown) => {
      services.log.warn({ err: error }, 'the figures of the database could not be read')
    })
    const loop = delayFigures(delay)
    const { free, size } = await diskSpace(services.files.incoming)
    return [
      gauge('elimu_info', 'The version', 1, { version, node: process.versions.node }),
      ...processFigures(),
      ...loop,
      ...databaseFigures(services),
      gauge('elimu_database_up', 'Whether the database answered this reading', stored ? 1 : 0),
      ...(stored ?? []),
      gauge('elimu_disk_free_bytes', 'Free space on the disk of DATA_DIR', free),
      gauge('elimu_disk_size_bytes', 'Size of the disk of DATA_DIR', size),
      calls.read(),
    ]
  }
}

/** The delays since the last reading. */
function delayFigures(delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const beyondTick = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - TICK_MS / 1000)
  const [half, most, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(beyondTick)
  delay.reset()
  return [
    gauge('nodejs_eventloop_lag_p50_seconds', 'Median delay of the event loop', half ?? 0),
    gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop, but for one in a hundred', most ?? 0),
    gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of the event loop', max ?? 0),
  ]
}

function processFigures(): Metric[] {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    gauge('nodejs_heap_size_used_bytes', 'Used memory of the JavaScript heap', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside the JavaScript heap', external),
    counter('process_cpu_seconds_total', 'Processor time', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process started', performance.timeOrigin / 1000),
  ]
}

function databaseFigures({ db }: Pick<Services, 'db'>): Metric[] {
  const { open, idle, waiting } = connectionsOf(db) ?? { open: 0, idle: 0, waiting: 0 }
  const { ms, rows } = databaseTimeOfProcess
  return [
    gauge('elimu_database_connections_open', 'Open connections to the database', open),
    gauge('elimu_database_connections_idle', 'Open connections without a query', idle),
    gauge('elimu_database_connections_waited_for', 'Callers that wait for a connection', waiting),
    counter('elimu_database_seconds_total', 'Time of queries, with waiting for a connection', ms / 1000),
    counter('elimu_database_rows_total', 'Rows that queries returned', rows),
  ]
}

/** The figures of the charity, each read through an index. */
async function storedFigures(services: Services): Promise<Metric[]> {
  const { db, outbox, backups, clock, config } = services
  const letters = await outbox.state(db)
  const { goodSince, oldestReading, damaged } = await backups.figures()
  const test = await backups.lastTest()
  const waited = letters.since ? Math.max(0, seconds(clock().toISOString()) - seconds(letters.since)) : 0
  return [
    gauge(
      'elimu_clock_ahead_seconds',
      'By how much the clock is ahead of that of PostgreSQL',
      (await clockDifference(services)) / 1000,
    ),
    gauge('elimu_letters_waiting', 'Letters that wait to be sent', letters.waiting),
    gauge('elimu_letters_oldest_waiting_seconds', 'How long the oldest of them has waited', waited),
    gauge('elimu_letters_failed', 'Letters that were given up', letters.failed),
    gauge('elimu_backup_nightly', 'Whether nightly copies are on', Number(config.backupTo !== undefined)),
    instant(
      'elimu_backup_last_good_timestamp_seconds',
      'When the last good copy was read back; before the first one, since when nightly copies are on',
      goodSince,
    ),
    instant('elimu_restore_test_timestamp_seconds', 'When the last test restore ended', test?.ended_at),
    ...(test?.ended_at
      ? [gauge('elimu_restore_test_passed', 'Whether it passed', Number(test.state === 'passed'))]
      : []),
    instant(
      'elimu_files_oldest_reading_timestamp_seconds',
      'When the stored file that was read longest ago was read again',
      oldestReading,
    ),
    gauge('elimu_files_damaged', 'Stored files that are damaged or missing', damaged),
  ]
}

const seconds = (instantText: string) => Date.parse(instantText) / 1000

const gauge = (name: string, help: string, value: number, labels: Record<string, string> = {}): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ labels, value }],
})

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'counter',
  samples: [{ value }],
})

/** Left out if there is none. */
const instant = (name: string, help: string, at: string | null | undefined): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: at ? [{ value: seconds(at) }] : [],
})
