import { SimpleGrid, type SimpleGridProps, Stack, VisuallyHidden } from '@mantine/core'
import { curriculumNames } from '#contract/records/curricula.ts'
import { Bars } from '../ui/card/Bars.tsx'

const LINES = 4

/** A card for each curriculum. */
export const ScaleCards = (grid: SimpleGridProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="var(--el-gap)" maw={880} {...grid} />
)

/** The cards while their code or their scales load. */
export const GradeScaleSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the grade scales</VisuallyHidden>
    <ScaleCards aria-hidden>
      {curriculumNames.map((name) => (
        <Stack key={name} className="el-card" gap={18} p={20}>
          <Bars count={LINES} />
        </Stack>
      ))}
    </ScaleCards>
  </>
)
