import { Box, SimpleGrid, VisuallyHidden } from '@mantine/core'

const TILES = 6

/** The shape of a gallery, while its code or its pictures load. */
export const JourneySkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the gallery</VisuallyHidden>
    <div aria-hidden>
      <Box h="var(--el-lh-h1)" maw={560} mb={20} bg="var(--el-grey-soft)" bdrs="xs" />
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing={{ base: 14, sm: 18 }}>
        {Array.from({ length: TILES }, (_, tile) => (
          <Box key={tile} bg="var(--el-grey-soft)" bdrs="md" style={{ aspectRatio: '3 / 2' }} />
        ))}
      </SimpleGrid>
    </div>
  </>
)
