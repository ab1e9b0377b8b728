import type { ListColumn } from './ListColumn.ts'
import { ListHead } from './ListHead.tsx'
import classes from './ListSkeleton.module.css'
import tableClasses from './ListTable.module.css'

type ListSkeletonProps<Row> = {
  columns: ListColumn<Row>[]
  rows: number
  isPhone: boolean
}

const ignore = () => {}

/** Still grey bars where the rows will be: they keep the place and do not flicker. */
export function ListSkeleton<Row>({ columns, rows, isPhone }: ListSkeletonProps<Row>) {
  const places = Array.from({ length: rows }, (_, place) => place)
  if (isPhone)
    return (
      <div className={classes.cards} aria-hidden>
        {places.map((place) => (
          <div key={place} className={classes.card}>
            <Bar place={place} />
            <Bar place={place + 1} />
          </div>
        ))}
      </div>
    )
  return (
    <div className={tableClasses.scroll} inert>
      <table className={tableClasses.table}>
        <ListHead columns={columns} sort={undefined} onSort={ignore} />
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              {columns.map(({ name, align }, index) => (
                <td key={name} data-align={align}>
                  <Bar place={place + index} isShort={align === 'center' || index === 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Bars of uneven length look like text rather than like stripes. */
function Bar({ place, isShort = false }: { place: number; isShort?: boolean }) {
  return <span className={classes.bar} style={{ width: isShort ? '20px' : `${50 + ((place * 17) % 40)}%` }} />
}
