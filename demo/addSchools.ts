import type { Cluster, School } from '#contract/schools.ts'
import type { Visitor } from './createVisitor.ts'
import { demoSchools } from './demoSchools.ts'

/** Adds the clusters and their schools, and answers the schools. */
export async function addSchools(visitor: Visitor): Promise<School[]> {
  const added: School[] = []
  for (const [cluster_name, schools] of Object.entries(demoSchools)) {
    const { data: cluster } = await visitor.post<{ data: Cluster }>('/api/clusters', { cluster_name })
    for (const school of schools) {
      const { data } = await visitor.post<{ data: School }>('/api/schools', {
        school,
        cluster_id: cluster.id,
      })
      added.push(data)
    }
  }
  return added
}
