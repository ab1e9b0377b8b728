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
  const positions = Array.from({ length: rows }, (_, position) => position)
  return isPhone ? (
    <SkeletonCards columns={columns} positions={positions} />
  ) : (
    <SkeletonTable columns={columns} positions={positions} />
  )
}

type SkeletonProps<Row> = { columns: ListColumn<Row>[]; positions: number[] }

const SkeletonTable = <Row,>({ columns, positions }: SkeletonProps<Row>) => (
  <div className={tableClasses.scroll} inert>
    <table className={tableClasses.table}>
      <ListHead columns={columns} />
      {positions.map((position) => (
        <tbody key={position}>
          <tr>
            {columns.map(({ name, align, shape }, index) => (
              <td key={name} data-align={align}>
                <Shape
                  shape={shape}
                  position={position + index}
                  isShort={align === 'center' || index === 0}
                />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  </div>
)

/** A card has the photo and the badge that a row has. */
function SkeletonCards<Row>({ columns, positions }: SkeletonProps<Row>) {
  const has = (wanted: ListColumn<Row>['shape']) => columns.some(({ shape }) => shape === wanted)
  return (
    <Stack gap="s3" aria-hidden>
      {positions.map((position) => (
        <div key={position} className="el-card">
          <Group gap="s3" align="flex-start" wrap="nowrap" p="s3">
            {has('photo') && <Shape shape="photo" photo={48} position={position} />}
            <Stack gap={10} flex={1} py={4}>
              <Shape position={position} />
              <Shape position={position + 1} />
            </Stack>
            {has('badge') && <Shape shape="badge" position={position} />}
          </Group>
          <Box className={cardClasses.actions} h={49} />
        </div>
      ))}
    </Stack>
  )
}

type ShapeProps = { shape?: ListColumn<never>['shape']; photo?: number; position: number; isShort?: boolean }

/** Bars of uneven length look like text, not like stripes. */
function Shape({ shape, photo = 40, position, isShort = false }: ShapeProps) {
  const [w, h] =
    shape === 'photo'
      ? [photo, photo]
      : shape === 'badge'
        ? [76, 24]
        : [isShort ? 20 : `${50 + ((position * 17) % 40)}%`, 14]
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
