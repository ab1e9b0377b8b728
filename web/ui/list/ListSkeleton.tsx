import { Box, Group, Stack } from '@mantine/core'
import type { ListColumn } from './ListColumn.ts'
import cardClasses from './ListCard.module.css'
import { ListHead } from './ListTable.tsx'
import tableClasses from './ListTable.module.css'

type ListSkeletonProps<Row> = {
  columns: ListColumn<Row>[]
  rows: number
  isPhone: boolean
}

/** Grey placeholders of the rows. They are not animated, so that they do not flicker. */
export function ListSkeleton<Row>({ columns, rows, isPhone }: ListSkeletonProps<Row>) {
  const places = Array.from({ length: rows }, (_, place) => place)
  return isPhone ? (
    <SkeletonCards columns={columns} places={places} />
  ) : (
    <SkeletonTable columns={columns} places={places} />
  )
}

type SkeletonProps<Row> = { columns: ListColumn<Row>[]; places: number[] }

const SkeletonTable = <Row,>({ columns, places }: SkeletonProps<Row>) => (
  <div className={tableClasses.scroll} inert>
    <table className={tableClasses.table}>
      <ListHead columns={columns} />
      {places.map((place) => (
        <tbody key={place}>
          <tr>
            {columns.map(({ name, align, shape }, index) => (
              <td key={name} data-align={align}>
                <Shape shape={shape} place={place + index} isShort={align === 'center' || index === 0} />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  </div>
)

/** A card has the photo and the badge that a row has. */
function SkeletonCards<Row>({ columns, places }: SkeletonProps<Row>) {
  const has = (wanted: ListColumn<Row>['shape']) => columns.some(({ shape }) => shape === wanted)
  return (
    <Stack gap="s3" aria-hidden>
      {places.map((place) => (
        <div key={place} className="el-card">
          <Group gap="s3" align="flex-start" wrap="nowrap" p="s3">
            {has('photo') && <Shape shape="photo" photo={48} place={place} />}
            <Stack gap={10} flex={1} py={4}>
              <Shape place={place} />
              <Shape place={place + 1} />
            </Stack>
            {has('badge') && <Shape shape="badge" place={place} />}
          </Group>
          <Box className={cardClasses.actions} h={49} />
        </div>
      ))}
    </Stack>
  )
}

type ShapeProps = { shape?: ListColumn<never>['shape']; photo?: number; place: number; isShort?: boolean }

/** Bars of uneven length look like text, not like stripes. */
function Shape({ shape, photo = 40, place, isShort = false }: ShapeProps) {
  const [w, h] =
    shape === 'photo'
      ? [photo, photo]
      : shape === 'badge'
        ? [76, 24]
        : [isShort ? 20 : `${50 + ((place * 17) % 40)}%`, 14]
  return (
    <Box
      component="span"
      className="el-blank"
      data-shape={shape}
      w={w}
      h={h}
      maw={180}
      bdrs={shape === 'photo' ? '50%' : 'xs'}
    />
  )
}
