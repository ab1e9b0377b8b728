import { Box, VisuallyHidden } from '@mantine/core'
import { useIsPhone } from '../useIsPhone.ts'
import type { ListColumn } from './ListColumn.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import classes from './ListView.module.css'

const columns: ListColumn<never>[] = ['number', 'name', 'second', 'third', 'fourth'].map((name) => ({
  name,
  header: '',
  cell: () => null,
}))

/** A skeleton of a list whose columns are not known yet. `noun` names the rows. */
export const BlankList = ({ noun, hasToolbar = true }: { noun: string; hasToolbar?: boolean }) => {
  const isPhone = useIsPhone()
  return (
    <>
      <VisuallyHidden component="output">Loading {noun}</VisuallyHidden>
      <div className={`${classes.list} ${isPhone ? '' : 'el-card'}`} aria-hidden>
        {hasToolbar && (
          <div className={classes.toolbar}>
            <Box component="span" className={`el-blank ${classes.sizes}`} h={38} bdrs="sm" />
            <Box component="span" className={`el-blank ${classes.search}`} h={38} bdrs="sm" />
          </div>
        )}
        <ListSkeleton columns={columns} rows={5} isPhone={isPhone} />
      </div>
    </>
  )
}
