package io.tidemark.streams.processor;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;

/** Names of a team's topics, our own and the internal ones of its application. */
public record TeamTopics(Team team) {
    /** Everything that runs are told, keyed by run. */
    public static final String RUN_INBOX = "run-inbox";

    /** Everything that targets are told, keyed by target. */
    public static final String TARGET_INBOX = "target-inbox";

    /** Final results of steps and segments, keyed by experiment. */
    public static final String STEP_RESULTS_BY_EXPERIMENT = "phase-pairs";

    public String of(Topic topic) {
        return topic.in(team);
    }

    /** The topic behind a named repartition of the team's application. */
    public String internal(String repartition) {
        return team.applicationId() + "-" + repartition + "-repartition";
    }
}
