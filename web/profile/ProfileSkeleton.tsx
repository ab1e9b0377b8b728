import { Box, Stack, VisuallyHidden } from '@mantine/core'
import { Bars } from '../ui/card/Bars.tsx'
import classes from './Profile.module.css'

const FACTS = 10
const LINES = 3

/** The skeleton of a profile, while its code or its student loads. */
export const ProfileSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the profile</VisuallyHidden>
    <div className={classes.layout} aria-hidden>
      <Stack className="el-card" gap={18} p={20}>
        <Box className="el-blank" w={112} h={112} bdrs="md" />
        <Bars count={FACTS} />
      </Stack>
      <Stack className="el-card" gap={18} p={20}>
        <Bars count={LINES} />
      </Stack>
    </div>
  </>
)
