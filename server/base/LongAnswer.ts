import { Readable } from 'node:stream'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'

type Listed = { data: unknown[] }

/** An answer with so many rows that they are read while they are sent. `Answer` is its type as a whole. */
export class LongAnswer<Answer extends Listed> {
  readonly #batches: AsyncIterable<Answer['data']>
  readonly #rest: (total: number) => Omit<Answer, 'data'>

  constructor(batches: AsyncIterable<Answer['data']>, rest: (total: number) => Omit<Answer, 'data'>) {
    this.#batches = batches
    this.#rest = rest
  }

  /** Its JSON, with a line for each batch, which is read when the connection has taken the one before. */
  stream(): Readable {
    return Readable.from(this.#parts())
  }

  /** The answer in memory, for lists that never have so many rows. */
  async whole(): Promise<Answer> {
    const data: unknown[] = []
    for await (const rows of this.#batches) for (const row of rows) data.push(row)
    return { data, ...this.#rest(data.length) } as Answer
  }

  /** The same answer with more beside its rows. */
  with<More extends object>(more: More): LongAnswer<Answer & More> {
    return new LongAnswer<Answer & More>(
      this.#batches as AsyncIterable<(Answer & More)['data']>,
      (total) => ({ ...this.#rest(total), ...more }) as Omit<Answer & More, 'data'>,
    )
  }

  async *#parts(): AsyncGenerator<string> {
    let total = 0
    yield '{"success":true,"data":[\n'
    for await (const rows of this.#batches) {
      if (rows.length === 0) continue
      yield `${total > 0 ? ',' : ''}${JSON.stringify(rows).slice(1, -1)}\n`
      total += rows.length
    }
    yield `],${JSON.stringify(this.#rest(total)).slice(1)}`
  }
}

/** An answer with more beside its rows. */
export const beside = <Answer extends Listed, More extends object>(
  answer: Answer | LongAnswer<Answer>,
  more: More,
): (Answer & More) | LongAnswer<Answer & More> =>
  answer instanceof LongAnswer ? answer.with(more) : { ...answer, ...more }

/** All rows of a list and what follows them; a long answer if they are larger than as many rows as a browser loads at once. */
export async function wholeOrLong<Row, Rest extends object>(
  batches: AsyncGenerator<Row[]>,
  rest: (total: number) => Rest,
  sizeOf = (rows: Row[]) => rows.length,
) {
  type Answer = { data: Row[] } & Rest
  const read: Row[][] = []
  let size = 0
  while (size <= WHOLE_LIST_LIMIT) {
    const { value, done } = await batches.next()
    if (done) {
      const data = read.flat()
      return { data, ...rest(data.length) }
    }
    read.push(value)
    size += sizeOf(value)
  }
  // The compiler cannot narrow the generic answer.
  return new LongAnswer<Answer>(after(read, batches) as never, rest as never)
}

async function* after<Row>(read: Row[][], batches: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  // Each batch can be collected as garbage once it is sent.
  for (let batch = read.shift(); batch; batch = read.shift()) yield batch
  yield* batches
}
