type Labels = Record<string, string | number>
type Sample = { labels?: Labels; value: number; suffix?: string }

/** One figure as Prometheus reads it. Without samples it is left out. */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

/** Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export const metricsText = (metrics: Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('')

function labelsText(labels: Labels = {}): string {
  // JSON escapes quotes, backslashes and line breaks as Prometheus does.
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** The limits of the histogram in seconds, as Prometheus' own libraries have them. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Series = { labels: Labels; counts: number[]; sum: number; count: number }

const samplesOf = ({ labels, counts, sum, count }: Series): Sample[] => [
  ...[...counts, count].map((value, index) => {
    const le = BUCKETS[index] ?? '+Inf'
    return { suffix: '_bucket', labels: Object.assign({ le }, labels), value }
  }),
  { suffix: '_sum', labels, value: sum },
  { suffix: '_count', labels, value: count },
]

/** Counts durations by labels. */
export function createHistogram(name: string, help: string) {
  const series = new Map<string, Series>()
  return {
    add(labels: Labels, seconds: number): void {
      const key = Object.values(labels).join(' ')
      const one = series.get(key) ?? { labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
      series.set(key, one)
      // Each bucket also has the durations of the buckets below it.
      BUCKETS.forEach((limit, index) => {
        if (seconds <= limit) one.counts[index] = (one.counts[index] ?? 0) + 1
      })
      one.sum += seconds
      one.count += 1
    },
    read: (): Metric => ({
      name,
      help,
      type: 'histogram',
      samples: [...series.values()].flatMap(samplesOf),
    }),
  }
}
