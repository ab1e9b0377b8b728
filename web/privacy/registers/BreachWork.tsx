import { Button, Group, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { breachClock, useNow } from './breachClock.ts'
import { openBreachesQuery } from './registersApi.ts'
import classes from './registers.module.css'

/** The open breaches in My work, each with the time that is left. */
export function BreachWork({ count }: { count: number }) {
  const { data } = useQuery({ ...openBreachesQuery, enabled: count > 0 })
  const now = useNow()
  if (count === 0) return null
  return (
    <section>
      <Group justify="space-between" gap="6px 9px" mb={9}>
        <Text component="h3" fz="1.03125rem" lh="h3" fw={600}>
          Open breaches <span className="el-numbers">{count}</span>
        </Text>
        <Button
          variant="default"
          leftSection={<IconClipboardList size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'registers' }} {...props} />}
        >
          Open the register
        </Button>
      </Group>
      <ul className="el-frame el-ruled">
        {data?.map((breach) => (
          <li key={breach.id} className={classes.row}>
            <span className="el-ui el-break">{breach.what}</span>
            <StatusBadge {...breachClock(breach, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
