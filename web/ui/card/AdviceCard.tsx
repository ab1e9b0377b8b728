import { Box, Group } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useId } from 'react'

export type Advice = { Icon: TablerIcon; title: string; text: string }

type AdviceCardProps = { title: string; advice: readonly Advice[] }

/** A card beside a form: pieces of advice, each with its icon. */
export function AdviceCard({ title, advice }: AdviceCardProps) {
  const id = useId()
  return (
    <aside className="el-card" aria-labelledby={id}>
      <Box p="18px 20px 10px">
        <Box component="h2" id={id} className="el-h3" mb={6}>
          {title}
        </Box>
        <ul className="el-ui el-ink-2">
          {advice.map(({ Icon, title: what, text }) => (
            <Group key={what} component="li" gap={11} wrap="nowrap" align="flex-start" py={9} lh="1.3125rem">
              <Icon size={18} className="el-ink-3" aria-hidden />
              <span>
                <Box component="b" display="block" c="var(--el-ink)">
                  {what}
                </Box>
                {text}
              </span>
            </Group>
          ))}
        </ul>
      </Box>
    </aside>
  )
}
