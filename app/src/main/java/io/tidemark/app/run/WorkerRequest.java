package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.schemas.Team;
import java.time.Duration;

/**
 * What a worker joins.
 *
 * @param run its id, as the leader announced it
 * @param plan this worker's own copy of it
 * @param announcedWithin how long the worker waits for the run to be announced
 */
public record WorkerRequest(
        String run,
        WorkerShare share,
        Plan plan,
        Team team,
        String command,
        boolean recordText,
        Duration announcedWithin,
        SpoolSettings spool) {}
