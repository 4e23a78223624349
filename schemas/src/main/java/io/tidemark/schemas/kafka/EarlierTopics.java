package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Optional;
import java.util.Set;

/** Topics of version 0.1-dev, which have another name now. No part of Tidemark reads them. */
public final class EarlierTopics {
    private EarlierTopics() {}

    /**
     * Why the topics of a team cannot be used, and what to do; empty unless they are those of version 0.1-dev.
     *
     * @param topics of the cluster
     */
    public static Optional<String> problem(Team team, Set<String> topics) {
        String phases = team.prefix() + "phases";
        String steps = Topic.STEPS.in(team);
        if (!topics.contains(phases) || topics.contains(steps)) {
            return Optional.empty();
        }
        return Optional.of("team " + team.name() + " has topics of version 0.1-dev: " + phases + " is called " + steps
                + " now; delete the topics " + team.prefix()
                + "* and create them anew with `tidemark admin topics create --team " + team.name()
                + "`; for a local stack, use a new home");
    }
}
