import { Stack, VisuallyHidden } from '@mantine/core'
import { Bars } from './Bars.tsx'

const LINES = [2, 6]

/** A skeleton of a page of cards: a statement and what follows it. `noun` names the page. */
export const BlankCards = ({ noun }: { noun: string }) => (
  <>
    <VisuallyHidden component="output">Loading {noun}</VisuallyHidden>
    <Stack gap="var(--el-gap)" aria-hidden>
      {LINES.map((count) => (
        <Stack key={count} className="el-card" gap={18} p={20}>
          <Bars count={count} />
        </Stack>
      ))}
    </Stack>
  </>
)
